// SPDX-License-Identifier: GPL-2.0
/*
 * limit.c - limits of growth, for tests: --max-growth, --fail-on, --junit
 *
 * A test of a driver needs one bit, the exit status, and the lines that it is
 * about. Limits hold for single lines: the sum of all has too much noise to see
 * a leak of a few objects. Lines with a known reason to grow, as caches, cannot
 * fail, unless --growth-pattern asks for them.
 *
 * JUnit's XML has no standard, but what most systems for continuous integration
 * read is the same: suites of test cases, which may have a failure. Each line
 * that failed is a test case, in the form that pytest's "xunit1" has, with a
 * file and a line.
 */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "out/estimate.h"
#include "out/xml.h"
#include "report/limit.h"
#include "snapshot/kernel.h"
#include "snapshot/place.h"
#include "snapshot/read.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/output.h"
#include "util/text.h"

/* How many failing lines are named on standard error. */
#define MAX_NAMED 5

/* Can anything fail? */
bool has_limits(const struct options *options)
{
	return options->max_growth != NO_LIMIT || options->fail_on != CONFIDENCE_NONE;
}

/*
 * Check the options. --junit and --growth-pattern without a limit would be a
 * test that can't fail, and so would one of a running kernel that doesn't
 * count: end the program.
 */
void need_limits(const char *command, bool live, const struct options *options)
{
	const char *limits = find_command(command) == COMMAND_DIFF ? "--max-growth" :
			     "--max-growth or --fail-on";

	if (!has_limits(options)) {
		if (options->growth_pattern)
			die(EXIT_WRONG, "%s: --growth-pattern needs %s", command, limits);
		if (options->junit && find_command(command) != COMMAND_RUN)
			die(EXIT_WRONG, "%s: --junit needs %s", command, limits);
	} else if (live && counting_is_off()) {
		die(EXIT_CANNOT, "%s: vm.mem_profiling is 0, so no line could grow: sysctl vm.mem_profiling=1",
		    command);
	}
}

static bool pattern_matches(const char *pattern, const struct group *group)
{
	bool negative = *pattern == '!';
	char *place = place_text(group->file, group->line);
	const char *texts[] = {
		place, name_text(group->file), name_text(group->function),
		name_text(group->module), name_text(group->type),
	};
	bool found = false;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		found |= *texts[i] && !fnmatch(pattern + negative, texts[i], 0);
	free(place);
	return found != negative;
}

static bool may_fail(const struct group *group, const struct options *options)
{
	const char *pattern = options->growth_pattern;

	if (pattern && !pattern_matches(pattern, group))
		return false;
	/* Who names lines means them; what "!" leaves are just the others. */
	return (pattern && *pattern != '!') || !*note_of(&group->entry);
}

static void add_failure(struct test_result *result, const struct group *group,
			enum confidence confidence)
{
	size_t i;

	for (i = 0; i < result->nr; i++) {
		if (!same_place(&result->failures[i].group.entry, &group->entry))
			continue;
		result->failures[i].confidence = confidence;
		return;
	}
	result->failures = grow(result->failures, result->nr, &result->room,
				sizeof(*result->failures));
	result->failures[result->nr++] = (struct failure){ .group = *group,
							   .confidence = confidence };
}

/* Has a line grown more than --max-growth? Of an estimate, not by its error. */
static bool exceeds(const struct group *group, const struct options *options)
{
	return options->max_growth != NO_LIMIT &&
	       group->bytes > (int64_t)options->max_growth &&
	       is_significant(group->bytes, group->bytes_variance);
}

/* Add the GROUPS, lines with differences, that grew more than --max-growth. */
void limit_growth(struct test_result *result, const struct groups *groups,
		  const struct options *options)
{
	size_t i;

	for (i = 0; i < groups->nr; i++) {
		const struct group *group = &groups->array[i];

		if (may_fail(group, options) && exceeds(group, options))
			add_failure(result, group, CONFIDENCE_NONE);
	}
}

/*
 * Add the SUSPECTS that are as suspicious as --fail-on says, or more, or that
 * grew more than --max-growth.
 */
void limit_suspects(struct test_result *result, const struct suspect *suspects,
		    size_t nr, const struct options *options)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		const struct group *group = suspects[i].group;

		if (may_fail(group, options) &&
		    ((options->fail_on && suspects[i].confidence >= options->fail_on) ||
		     exceeds(group, options)))
			add_failure(result, group, suspects[i].confidence);
	}
}

/*
 * With few snapshots, no line can be as suspicious as --fail-on says. A test
 * that can't fail is none: end the program.
 */
void check_windows(const char *command, const struct series *series,
		   const struct options *options)
{
	static const unsigned int least[NR_CONFIDENCES] = {
		[CONFIDENCE_LOW] = 1, [CONFIDENCE_MEDIUM] = 3, [CONFIDENCE_HIGH] = 4,
	};

	if (series->windows < least[options->fail_on])
		die(EXIT_WRONG, "%s: --fail-on=%s needs %u snapshots or more; there are %zu",
		    command, confidence_names[options->fail_on],
		    least[options->fail_on] + 1, series->snapshots);
}

/* "+39.8 KiB in +551 allocations, suspicion high"; to be freed. */
static char *failure_text(const struct failure *failure)
{
	char bytes[HUMAN_SIZE];

	return xasprintf("+%s in %+" PRId64 " allocations%s%s",
			 human_bytes(bytes, failure->group.bytes), failure->group.live,
			 failure->confidence ? ", suspicion " : "",
			 failure->confidence ? confidence_names[failure->confidence] : "");
}

/* What is allowed, "no line grows by more than 64.0 KiB"; to be freed. */
static char *limit_text(const struct options *options)
{
	struct buffer text = { 0 };
	char bytes[HUMAN_SIZE];

	buffer_puts(&text, "no line ");
	if (options->max_growth != NO_LIMIT)
		buffer_printf(&text, "grows by more than %s",
			      human_bytes(bytes, options->max_growth));
	if (options->fail_on)
		buffer_printf(&text, "%sis %s%s suspicious",
			      options->max_growth != NO_LIMIT ? " or " : "",
			      options->fail_on == CONFIDENCE_HIGH ? "highly" :
			      options->fail_on == CONFIDENCE_MEDIUM ? "medium" : "slightly",
			      options->fail_on == CONFIDENCE_HIGH ? "" : " or more");
	return text.text;
}

/* An attribute of XML. */
static void print_attribute(FILE *out, const char *name, const char *text)
{
	fprintf(out, " %s=\"", name);
	print_xml(out, text);
	fputc('"', out);
}

/* The test case of a line that failed. */
static void print_failure(FILE *out, const struct failure *failure)
{
	const struct group *group = &failure->group;
	char *place = place_text(group->file, group->line);
	char *name = xasprintf("%s %s", place, name_text(group->function));
	char *class = xasprintf("kernel.%s", group->module ? name_text(group->module) :
				"vmlinux");
	char *text = failure_text(failure);
	char *line = line_text(&group->entry, false);

	fputs("    <testcase", out);
	print_attribute(out, "classname", class);
	print_attribute(out, "name", name);
	print_attribute(out, "file", name_text(group->file));
	fprintf(out, " line=\"%u\" time=\"0\">\n      <failure", group->line);
	print_attribute(out, "type", failure->confidence ? "suspicion" : "growth");
	print_attribute(out, "message", text);
	fputs(">", out);
	print_xml(out, line);
	fputs(": ", out);
	print_xml(out, text);
	fputs("</failure>\n    </testcase>\n", out);
	free(place);
	free(name);
	free(class);
	free(text);
	free(line);
}

/* The test case of the command itself: it fails if its exit status is not 0. */
static void print_command(FILE *out, const struct test_result *result)
{
	fputs("    <testcase classname=\"kernel.command\"", out);
	print_attribute(out, "name", result->command);
	fprintf(out, " time=\"%.3f\"", result->seconds);
	if (result->status)
		fprintf(out, ">\n      <failure type=\"status\" message=\"exit status %d\"/>\n    </testcase>\n",
			result->status);
	else
		fputs("/>\n", out);
}

/*
 * Write --junit. There is always a test case: if no line failed, that of the
 * limit, which did not.
 */
static void write_junit(const struct test_result *result, const char *command,
			const struct snapshot *last, const struct options *options)
{
	FILE *out = open_output(options->junit);
	bool passed = !result->nr && has_limits(options);
	size_t tests = result->nr + passed + (result->command != NULL);
	size_t failures = result->nr + (result->command && result->status);
	char *suite = xasprintf("alloctag %s", command), *limit;
	char time[32];
	size_t i;

	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites tests=\"%zu\" failures=\"%zu\" errors=\"0\" time=\"%.3f\">\n"
		"  <testsuite", tests, failures, result->seconds);
	print_attribute(out, "name", suite);
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\" time=\"%.3f\"",
		tests, failures, result->seconds);
	/* Without a zone: some readers refuse it. */
	if (iso_time(time, last->time)) {
		time[strcspn(time, "Z")] = '\0';
		print_attribute(out, "timestamp", time);
	}
	if (last->boot.host)
		print_attribute(out, "hostname", name_text(last->boot.host));
	fputs(">\n", out);
	if (result->command)
		print_command(out, result);
	for (i = 0; i < result->nr; i++)
		print_failure(out, &result->failures[i]);
	if (passed) {
		limit = limit_text(options);
		fputs("    <testcase classname=\"kernel.lines\"", out);
		print_attribute(out, "name", limit);
		fprintf(out, " time=\"%.3f\"/>\n", result->seconds);
		free(limit);
	}
	fputs("  </testsuite>\n</testsuites>\n", out);
	close_output(out, options->junit);
	free(suite);
}

/*
 * Say which lines failed, write --junit, and free RESULT. Returns EXIT_GREW if
 * any line failed, else 0. LAST is the last snapshot; COMMAND is alloctag's.
 */
int finish_test(struct test_result *result, const char *command,
		const struct snapshot *last, const struct options *options)
{
	int status = result->nr ? EXIT_GREW : 0;
	size_t i;

	for (i = 0; i < result->nr && i < MAX_NAMED; i++) {
		char *line = line_text(&result->failures[i].group.entry, false);
		char *text = failure_text(&result->failures[i]);

		warn("failed: %s: %s", line, text);
		free(line);
		free(text);
	}
	if (result->nr > MAX_NAMED)
		warn("failed: and %zu more lines", result->nr - MAX_NAMED);
	if (options->junit)
		write_junit(result, command, last, options);
	free(result->failures);
	memset(result, 0, sizeof(*result));
	return status;
}
