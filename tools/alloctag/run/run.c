// SPDX-License-Identifier: GPL-2.0
/*
 * run.c - alloctag run: what a command leaves behind in the kernel, its peak
 *
 * For tests, of drivers above all: load a module, use it, unload it, and
 * nothing may be left. The command's output and exit status are its own. Growth
 * makes the exit status EXIT_GREW only if the command has succeeded and a limit
 * was set.
 *
 * Snapshots are taken before, while and after the command runs: levels.c says
 * what is made of them. --fail-on judges them as leaks does, which needs a
 * command that does the same again and again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "out/line_columns.h"
#include "out/table.h"
#include "report/envelope.h"
#include "report/limit.h"
#include "report/report.h"
#include "run/command.h"
#include "run/levels.h"
#include "snapshot/kernel.h"
#include "snapshot/memory.h"
#include "snapshot/modules.h"
#include "snapshot/read.h"
#include "snapshot/recorder.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/output.h"
#include "util/signals.h"
#include "util/text.h"
#include "watch/control.h"

/* Seconds between snapshots, at first; then this part of the time so far. */
#define FIRST_INTERVAL 0.05
#define INTERVALS 64
/* Before the command: this part of --settle. */
#define BEFORE_PART 10

/* What there is to know about the command. */
struct run {
	const struct options *options;
	struct levels levels;
	struct recorder recorder;
	int recording;		/* a memfd; -1: not needed */
	struct snapshot last;
	char *command;
	int status;
	double seconds;		/* that it ran */
	double settled;		/* after it */
};

/* Take a snapshot. */
static void note(struct run *run, enum phase phase)
{
	struct error error;

	snapshot_free(&run->last);
	read_live(&run->last);
	if (is_estimate(run->last.format))
		die(EXIT_CANNOT, "run: vm.mem_profiling is samples: what is left behind takes counters, sysctl vm.mem_profiling=1");
	levels_note(&run->levels, &run->last, &run->options->filter, phase);
	if (run->recording < 0)
		return;
	if (!run->recorder.fd) {
		char *info = boot_info(&run->last.boot);

		if (recorder_start(&run->recorder, run->recording, run->last.format,
				   info, &error))
			die(EXIT_CANNOT, "%s", error.text);
		free(info);
	}
	if (recorder_add(&run->recorder, &run->last, &error))
		die(EXIT_CANNOT, "%s", error.text);
}

/* Seconds to wait for the next snapshot if SECONDS have passed. */
static double next_interval(const struct options *options, double seconds)
{
	if (options->interval)
		return options->interval;
	return seconds / INTERVALS > FIRST_INTERVAL ? seconds / INTERVALS : FIRST_INTERVAL;
}

static void sleep_for(double seconds)
{
	double next = monotonic_seconds() + seconds;

	wait_until(&next, seconds);
}

static void watch_before(struct run *run)
{
	double start = monotonic_seconds(), passed;

	for (;;) {
		note(run, PHASE_BEFORE);
		passed = monotonic_seconds() - start;
		if (stopped || passed >= run->options->settle / BEFORE_PART)
			return;
		sleep_for(next_interval(run->options, passed));
	}
}

/* WARM_UP: what happens meanwhile does not count. */
static void run_command(struct run *run, char **argv, bool warm_up)
{
	double start = monotonic_seconds();
	pid_t pid = command_start(argv);

	while (!command_wait(pid, next_interval(run->options, monotonic_seconds() - start),
			     &run->status))
		if (!warm_up)
			note(run, PHASE_RUNNING);
	run->seconds = monotonic_seconds() - start;
}

/* Does any line have more than is allowed? Without a limit, than before. */
static bool anything_left(const struct run *run)
{
	const struct options *options = run->options;
	int64_t limit = options->max_growth == NO_LIMIT ? 0 : options->max_growth;
	size_t i;

	for (i = 0; i < run->levels.groups.nr; i++)
		if (level_grew(&run->levels.array[i], limit))
			return true;
	return false;
}

/* Until nothing is left, or --settle has passed. */
static void watch_after(struct run *run)
{
	double start = monotonic_seconds();

	for (;;) {
		note(run, PHASE_AFTER);
		run->settled = monotonic_seconds() - start;
		if (stopped || run->settled >= run->options->settle || !anything_left(run))
			return;
		sleep_for(next_interval(run->options, run->settled));
	}
}

/* The lines that have grown, with differences, the largest first. */
static void find_grown(const struct run *run, bool peak, struct groups *grown)
{
	size_t i;

	groups_init(grown, BY_LINE, 0, &allocinfo_measures);
	for (i = 0; i < run->levels.groups.nr; i++) {
		const struct level *level = &run->levels.array[i];
		struct entry entry = run->levels.groups.array[i].entry;

		entry.bytes = (peak ? level->peak : level->after) - level->before;
		entry.live = peak ? 0 : level->live_after - level->live_before;
		if (entry.bytes > 0)
			groups_add(grown, &entry);
	}
	groups_sort(grown, SORT_BYTES, 0);
}

static const struct level *level_at(struct run *run, const struct group *group)
{
	return &run->levels.array[groups_find(&run->levels.groups, &group->entry) -
				  run->levels.groups.array];
}

/* The module is gone, or growth has a known reason; "-": neither. */
static const char *note_text(const struct group *group, const struct options *options)
{
	const char *note = note_of(&group->entry);

	if (module_is_unloaded(group->module))
		return "its module was unloaded";
	return *note || options->format != OUTPUT_TEXT ? note : "-";
}

static void print_left(struct run *run, const struct groups *left, FILE *out)
{
	const struct options *options = run->options;
	bool types = has_types(run->last.format);
	struct table table = { 0 };
	size_t i;

	table_change_column(&table, "bytes", COLUMN_BYTES);
	table_change_column(&table, "live", COLUMN_COUNT);
	table_column(&table, "now", COLUMN_BYTES);
	add_line_columns(&table, types);
	table_column(&table, "note", COLUMN_TEXT);
	for (i = 0; i < left->nr && (!options->top || i < options->top); i++) {
		const struct group *group = &left->array[i];

		table_count(&table, group->bytes);
		table_count(&table, group->live);
		table_count(&table, level_at(run, group)->after);
		add_line_cells(&table, &group->entry, types);
		table_text(&table, note_text(group, options));
	}
	table_print(&table, out, options->format, options->exact);
}

static void print_peaks(struct run *run, const struct groups *peaks, FILE *out)
{
	const struct options *options = run->options;
	bool types = has_types(run->last.format);
	struct table table = { 0 };
	size_t i;

	table_change_column(&table, "peak", COLUMN_BYTES);
	table_column(&table, "from", COLUMN_TEXT);
	add_line_columns(&table, types);
	for (i = 0; i < peaks->nr && (!options->top || i < options->top); i++) {
		const struct group *group = &peaks->array[i];

		table_count(&table, group->bytes);
		table_name(&table, level_at(run, group)->exact ? "kernel" : "snapshots");
		add_line_cells(&table, &group->entry, types);
	}
	table_print(&table, out, options->format, options->exact);
}

static size_t nr_snapshots(const struct levels *levels)
{
	return levels->snapshots[PHASE_BEFORE] + levels->snapshots[PHASE_RUNNING] +
	       levels->snapshots[PHASE_AFTER];
}

static void print_json(struct run *run, const struct groups *left,
		       const struct groups *peaks, FILE *out)
{
	const struct level *all = &run->levels.all;

	print_json_head(out, &run->last);
	fputs("\"command\": ", out);
	print_json_string(out, run->command);
	fprintf(out, ", \"exit_status\": %d, \"seconds\": %.6g, \"settled_seconds\": %.6g, \"snapshots\": %zu, \"peak\": %" PRId64
		", \"left\": %" PRId64 ", \"rows\": ", run->status, run->seconds,
		run->settled, nr_snapshots(&run->levels), all->peak - all->before,
		all->after - all->before);
	print_left(run, left, out);
	fputs(", \"peaks\": ", out);
	print_peaks(run, peaks, out);
	fputs("}\n", out);
}

static const char *change_text(char text[HUMAN_SIZE], int64_t bytes, bool exact)
{
	char number[HUMAN_SIZE];

	if (exact)
		snprintf(text, HUMAN_SIZE, "%+" PRId64 " bytes", bytes);
	else
		snprintf(text, HUMAN_SIZE, "%s%.24s", bytes > 0 ? "+" : "",
			 human_bytes(number, bytes));
	return text;
}

static void print_text(struct run *run, struct groups *left,
		       struct groups *peaks, FILE *out)
{
	const struct level *all = &run->levels.all;
	char text[2][HUMAN_SIZE];

	fprintf(out, "%s: exit status %d after %s\n", run->command, run->status,
		human_seconds(text[0], run->seconds));
	fprintf(out, "Peak of all lines: %s, in %zu snapshots\n",
		change_text(text[0], all->peak - all->before, run->options->exact),
		nr_snapshots(&run->levels));
	fprintf(out, "Left behind after %s more: %s; lines with more than before: %zu\n",
		human_ns(text[0], run->settled * 1e9),
		change_text(text[1], all->after - all->before, run->options->exact), left->nr);
	if (left->nr) {
		fputc('\n', out);
		print_left(run, left, out);
		if (run->options->top && left->nr > run->options->top)
			fprintf(out, "... and %zu more (--top=0 shows all)\n",
				left->nr - run->options->top);
	}
	if (peaks->nr) {
		fputs("\nPeaks above what there was before:\n\n", out);
		if (peaks->nr > 5 && run->options->top)
			peaks->nr = 5;
		print_peaks(run, peaks, out);
	}
}

static void print_run(struct run *run, struct groups *left)
{
	const struct options *options = run->options;
	struct groups peaks;
	FILE *out;

	find_grown(run, true, &peaks);
	out = options->output ? open_output(options->output) : stderr;
	if (options->format == OUTPUT_JSON)
		print_json(run, left, &peaks, out);
	else if (options->format == OUTPUT_TEXT)
		print_text(run, left, &peaks, out);
	else
		print_left(run, left, out);
	if (options->output)
		close_output(out, options->output);
	else
		fflush(out);
	groups_free(&peaks);
}

/* The verdict of leaks on all snapshots. */
static void limit_series(struct run *run, struct test_result *result)
{
	struct options options = *run->options;
	struct series series = { 0 };
	struct suspect *suspects;
	char *name;
	size_t nr;

	if (run->recording < 0)
		return;
	name = xasprintf("/proc/self/fd/%d", run->recording);
	series_read(&series, &name, 1, &run->options->filter, NULL);
	check_windows("run", &series, &options);
	/* What is left behind, not the series, is measured by this. */
	options.max_growth = NO_LIMIT;
	suspects = find_suspects(&series, &nr);
	limit_suspects(result, suspects, nr, &options);
	free(suspects);
	series_free(&series);
	free(name);
}

/* The words of the command, for people; to be freed. */
static char *command_text(char **argv)
{
	struct buffer text = { 0 };

	for (; *argv; argv++)
		buffer_printf(&text, "%s%s", text.used ? " " : "", *argv);
	return text.text;
}

static void prepare(struct run *run, struct options *options, char **argv)
{
	struct error error;

	if (!argv[0])
		die(EXIT_WRONG, "alloctag run needs a command; see alloctag run --help");
	options->filter.kernel = !options->user;
	need_limits("run", true, options);
	run->options = options;
	run->command = command_text(argv);
	run->recording = options->fail_on ? memfd_create("alloctag", MFD_CLOEXEC) : -1;
	if (options->fail_on && run->recording < 0)
		die(EXIT_CANNOT, "cannot create a memfd: %s", strerror(errno));
	groups_init(&run->levels.groups, BY_LINE, 0, NULL);
	if (options->query && watch_lines(options->query, "p", &error) < 0)
		die(EXIT_CANNOT, "%s", error.text);
}

int cmd_run(int argc, char **argv)
{
	struct test_result result = { 0 };
	struct run run = { 0 };
	struct options options;
	struct groups left;
	double start;
	int first, status;

	first = parse_options(&options, argc, argv);
	prepare(&run, &options, argv + first);
	if (options.warm_up)
		run_command(&run, argv + first, true);
	watch_before(&run);
	start = uptime_seconds();
	run_command(&run, argv + first, false);
	watch_after(&run);
	levels_peaks(&run.levels, start);
	watch_restore();
	find_grown(&run, false, &left);
	print_run(&run, &left);
	limit_growth(&result, &left, &options);
	/* Too few snapshots are an error only if nothing else was. */
	if (!run.status)
		limit_series(&run, &result);
	result.command = run.command;
	result.status = run.status;
	result.seconds = run.seconds;
	status = finish_test(&result, argv[0], &run.last, &options);
	groups_free(&left);
	levels_free(&run.levels);
	recorder_free(&run.recorder);
	snapshot_free(&run.last);
	free(run.command);
	return run.status ? run.status : status;
}
