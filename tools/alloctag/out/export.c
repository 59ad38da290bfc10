// SPDX-License-Identifier: GPL-2.0
/*
 * export.c - alloctag export: in formats of other programs
 *
 * pprof: profile.proto (github.com/google/pprof), gzipped, for go tool pprof,
 * Pyroscope, Parca and speedscope. Each line is a sample with one location.
 * Live bytes and allocations are its values, and with /proc/alloctag the number
 * of allocations since boot. Their bytes are not counted, so there is no
 * alloc_space. With --tree=stack, each call stack is a sample, whose
 * innermost location is the line. Estimates have the mean distance of samples
 * as period, as heap profiles of Go have, and a comment with their error.
 *
 * folded: a line for each line of a report or each call stack, for
 * flamegraph.pl.
 *
 * prometheus: the text exposition format, for the textfile collector of
 * node_exporter, in metrics.c.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "arguments.h"
#include "commands.h"
#include "out/estimate.h"
#include "out/folded.h"
#include "out/kept.h"
#include "out/metrics.h"
#include "out/tree.h"
#include "out/tree_input.h"
#include "snapshot/read.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/text.h"
#include "watch/stack.h"

/*
 * pprof
 */

/* Fields of the messages of profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_TIME_NANOS = 9,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,
	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,
	SAMPLE_LABEL = 3,
	LABEL_KEY = 1,
	LABEL_STR = 2,
	MAPPING_ID = 1,
	MAPPING_MEMORY_START = 2,
	MAPPING_MEMORY_LIMIT = 3,
	MAPPING_FILENAME = 5,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILENAMES = 8,
	MAPPING_HAS_LINE_NUMBERS = 9,
	LOCATION_ID = 1,
	LOCATION_MAPPING_ID = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4,
	LINE_FUNCTION_ID = 1,
	LINE_LINE = 2,
	LINE_COLUMN = 3,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILENAME = 4,
};

static void put_field(struct buffer *buffer, unsigned int field, uint64_t value)
{
	buffer_varint(buffer, field << 3);
	buffer_varint(buffer, value);
}

static void put_bytes(struct buffer *buffer, unsigned int field,
		      const void *data, size_t size)
{
	buffer_varint(buffer, field << 3 | 2);
	buffer_varint(buffer, size);
	buffer_add(buffer, data, size);
}

/* Append MESSAGE as a field, and empty it. */
static void put_message(struct buffer *buffer, unsigned int field,
			struct buffer *message)
{
	put_bytes(buffer, field, message->text ? message->text : "", message->used);
	message->used = 0;
}

struct profile {
	struct buffer out, message, inner;
	/* By name: its number in the string table plus 1. */
	uint32_t *strings;
	size_t nr_strings_known;
	uint64_t nr_strings;
	uint64_t nr_locations;
	struct groups functions, mappings, callers;
};

/* The number of a string, which is written to the table if it is new. */
static uint64_t profile_string(struct profile *profile, name_t name)
{
	const char *text;
	struct buffer clean = { 0 };

	if (name >= profile->nr_strings_known) {
		size_t nr = names_count();

		profile->strings = xrealloc(profile->strings,
					    nr * sizeof(*profile->strings));
		memset(profile->strings + profile->nr_strings_known, 0,
		       (nr - profile->nr_strings_known) * sizeof(*profile->strings));
		profile->nr_strings_known = nr;
	}
	if (profile->strings[name])
		return profile->strings[name] - 1;
	/* Strings of protobuf are UTF-8. */
	for (text = name_text(name); *text;) {
		size_t length = utf8_length(text);

		if (length)
			buffer_add(&clean, text, length);
		else
			buffer_puts(&clean, "\xef\xbf\xbd");
		text += length ? length : 1;
	}
	put_bytes(&profile->out, PROFILE_STRING_TABLE, clean.text ? clean.text : "",
		  clean.used);
	buffer_free(&clean);
	profile->strings[name] = ++profile->nr_strings;
	return profile->nr_strings - 1;
}

static uint64_t profile_text(struct profile *profile, const char *text)
{
	return profile_string(profile, names_add(text, strlen(text)));
}

static void put_value_type(struct profile *profile, unsigned int field,
			   const char *type, const char *unit)
{
	uint64_t number = profile_text(profile, type);

	put_field(&profile->message, VALUE_TYPE_TYPE, number);
	number = profile_text(profile, unit);
	put_field(&profile->message, VALUE_TYPE_UNIT, number);
	put_message(&profile->out, field, &profile->message);
}

/* The number of a module's mapping; the kernel itself is "vmlinux". */
static uint64_t profile_mapping(struct profile *profile,
				const struct entry *entry)
{
	struct group *group = groups_find(&profile->mappings, entry);
	uint64_t id = group - profile->mappings.array + 1;
	uint64_t string;

	if (group->nr++)
		return id;
	string = entry->module ? profile_string(profile, entry->module) :
				 profile_text(profile, "vmlinux");
	put_field(&profile->message, MAPPING_ID, id);
	/* No real addresses; each mapping has a different range. */
	put_field(&profile->message, MAPPING_MEMORY_START, id << 32);
	put_field(&profile->message, MAPPING_MEMORY_LIMIT, (id + 1) << 32);
	put_field(&profile->message, MAPPING_FILENAME, string);
	put_field(&profile->message, MAPPING_HAS_FUNCTIONS, 1);
	put_field(&profile->message, MAPPING_HAS_FILENAMES, 1);
	put_field(&profile->message, MAPPING_HAS_LINE_NUMBERS, 1);
	put_message(&profile->out, PROFILE_MAPPING, &profile->message);
	return id;
}

static uint64_t profile_function(struct profile *profile,
				 const struct entry *entry)
{
	struct group *group = groups_find(&profile->functions, entry);
	uint64_t id = group - profile->functions.array + 1;
	uint64_t name, file;

	if (group->nr++)
		return id;
	name = profile_string(profile, entry->function);
	file = profile_string(profile, entry->file);
	put_field(&profile->message, FUNCTION_ID, id);
	put_field(&profile->message, FUNCTION_NAME, name);
	put_field(&profile->message, FUNCTION_SYSTEM_NAME, name);
	put_field(&profile->message, FUNCTION_FILENAME, file);
	put_message(&profile->out, PROFILE_FUNCTION, &profile->message);
	return id;
}

/* Write a location with the names and the line of ENTRY. Returns its number. */
static uint64_t profile_location(struct profile *profile,
				 const struct entry *entry)
{
	uint64_t mapping = profile_mapping(profile, entry);
	uint64_t function = profile_function(profile, entry);
	uint64_t id = ++profile->nr_locations;

	put_field(&profile->inner, LINE_FUNCTION_ID, function);
	put_field(&profile->inner, LINE_LINE, entry->line);
	if (entry->column)
		put_field(&profile->inner, LINE_COLUMN, entry->column);
	put_field(&profile->message, LOCATION_ID, id);
	put_field(&profile->message, LOCATION_MAPPING_ID, mapping);
	put_field(&profile->message, LOCATION_ADDRESS, (mapping << 32) + id);
	put_message(&profile->message, LOCATION_LINE, &profile->inner);
	put_message(&profile->out, PROFILE_LOCATION, &profile->message);
	return id;
}

/*
 * The same for a function in a call stack, whose file and line are not known.
 * There is one location for all its calls.
 */
static uint64_t profile_caller(struct profile *profile, name_t frame)
{
	struct entry caller = { 0 };
	struct group *group;

	caller.function = frame_function(frame, &caller.module);
	group = groups_find(&profile->callers, &caller);
	if (!group->nr++)
		group->live = profile_location(profile, &caller);
	return group->live;
}

/* A sample with NR locations, the innermost first. */
static void put_sample(struct profile *profile, const struct entry *entry,
		       const uint64_t *locations, size_t nr, bool allocs)
{
	size_t i;

	for (i = 0; i < nr; i++)
		put_field(&profile->message, SAMPLE_LOCATION_ID, locations[i]);
	buffer_varint(&profile->inner, entry->live);
	buffer_varint(&profile->inner, entry->bytes);
	if (allocs)
		buffer_varint(&profile->inner, entry->allocs);
	put_message(&profile->message, SAMPLE_VALUE, &profile->inner);
	if (entry->type) {
		uint64_t key = profile_text(profile, "type");
		uint64_t type = profile_string(profile, entry->type);

		put_field(&profile->inner, LABEL_KEY, key);
		put_field(&profile->inner, LABEL_STR, type);
		put_message(&profile->message, SAMPLE_LABEL, &profile->inner);
	}
	put_message(&profile->out, PROFILE_SAMPLE, &profile->message);
}

static void put_stacks(struct profile *profile, const struct watched *watched,
		       const struct filter *filter)
{
	uint64_t *locations = NULL;
	size_t room = 0, i, k;

	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];
		size_t callers = first_caller(watched, line), nr = 0;

		if (!filter_matches(filter, &line->entry))
			continue;
		locations = grow(locations, nr, &room, sizeof(*locations));
		locations[nr++] = profile_location(profile, &line->entry);
		for (k = callers; k < line->nr; k++) {
			locations = grow(locations, nr, &room, sizeof(*locations));
			locations[nr++] = profile_caller(profile,
				watched->frames[line->first + k]);
		}
		put_sample(profile, &line->entry, locations, nr, false);
	}
	free(locations);
}

static void print_gzipped(const struct buffer *buffer, FILE *out)
{
	z_stream stream = { 0 };
	unsigned char part[65536];
	int result;

	/* 16: gzip. Its header has no date, so that output is reproducible. */
	if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		die(EXIT_CANNOT, "out of memory");
	stream.next_in = (Bytef *)buffer->text;
	stream.avail_in = buffer->used;
	do {
		stream.next_out = part;
		stream.avail_out = sizeof(part);
		result = deflate(&stream, Z_FINISH);
		fwrite(part, 1, sizeof(part) - stream.avail_out, out);
	} while (result == Z_OK || result == Z_BUF_ERROR);
	deflateEnd(&stream);
}

/* How estimates were made, and the error of their sum. */
static void put_estimate(struct profile *profile, const struct snapshot *snapshot,
			 const struct filter *filter)
{
	char bytes[HUMAN_SIZE], margin[HUMAN_SIZE];
	uint64_t samples = 0;
	double variance = 0;
	int64_t sum = 0;
	char *text;
	size_t i;

	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];

		if (!filter_matches(filter, entry))
			continue;
		sum += entry->bytes;
		samples += entry->samples;
		variance += entry->bytes_variance;
	}
	put_value_type(profile, PROFILE_PERIOD_TYPE, "space", "bytes");
	put_field(&profile->out, PROFILE_PERIOD, snapshot->sampling.rate);
	text = xasprintf("estimated from %" PRIu64 " samples, %" PRIu64 " more were missed: %s \xc2\xb1 %s (95 %% interval)",
			 samples, snapshot->sampling.missed, human_bytes(bytes, sum),
			 margin_text(margin, variance, false));
	put_field(&profile->out, PROFILE_COMMENT, profile_text(profile, text));
	free(text);
}

/* WATCHED: stacks to export instead of lines, or NULL. */
static void export_pprof(const struct snapshot *snapshot,
			 const struct watched *watched,
			 const struct options *options, FILE *out)
{
	bool allocs = !watched && has_allocs(snapshot->format);
	struct profile profile = { 0 };
	size_t i;

	groups_init(&profile.functions, BY_FUNCTION, 0, NULL);
	groups_init(&profile.mappings, BY_MODULE, 0, NULL);
	groups_init(&profile.callers, BY_FUNCTION, 0, NULL);
	profile_text(&profile, "");
	put_value_type(&profile, PROFILE_SAMPLE_TYPE, "inuse_objects", "count");
	put_value_type(&profile, PROFILE_SAMPLE_TYPE, "inuse_space", "bytes");
	if (allocs)
		put_value_type(&profile, PROFILE_SAMPLE_TYPE, "alloc_objects", "count");
	put_field(&profile.out, PROFILE_DEFAULT_SAMPLE_TYPE,
		  profile_text(&profile, "inuse_space"));
	if (snapshot->time)
		put_field(&profile.out, PROFILE_TIME_NANOS, snapshot->time);
	if (is_estimate(snapshot->format))
		put_estimate(&profile, snapshot, &options->filter);
	if (watched)
		put_stacks(&profile, watched, &options->filter);
	for (i = 0; !watched && i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		uint64_t location;

		if (!filter_matches(&options->filter, entry) ||
		    (!entry->bytes && !entry->live && !entry->allocs))
			continue;
		location = profile_location(&profile, entry);
		put_sample(&profile, entry, &location, 1, allocs);
	}
	print_gzipped(&profile.out, out);
	groups_free(&profile.functions);
	groups_free(&profile.mappings);
	groups_free(&profile.callers);
	buffer_free(&profile.out);
	buffer_free(&profile.message);
	buffer_free(&profile.inner);
	free(profile.strings);
}

/*
 * folded
 */

static void export_folded(const struct snapshot *snapshot,
			  const struct watched *watched,
			  const struct options *options, FILE *out)
{
	struct tree tree;

	if (watched)
		tree_build_stacks(&tree, watched, &options->filter, NULL);
	else
		tree_build(&tree, snapshot, &options->filter, options->tree, NULL);
	tree_finish(&tree, 0);
	/* The format has no comments. */
	print_folded(&tree, is_estimate(snapshot->format) ? "(estimated);" : "", out);
	tree_free(&tree);
}

/* Ends the program if the options can't be used together. */
static void check_options(const struct options *options)
{
	if (!options->export)
		die(EXIT_WRONG, "export: --pprof, --folded or --prometheus is missing");
	if (options->export == EXPORT_PPROF &&
	    (!options->output || !strcmp(options->output, "-")) &&
	    isatty(STDOUT_FILENO))
		die(EXIT_WRONG, "export: --pprof writes no text; -o FILE is missing");
	if (options->export == EXPORT_PROMETHEUS && options->tree == TREE_STACK)
		die(EXIT_WRONG, "export: --prometheus has no call stacks");
	if (options->export != EXPORT_PROMETHEUS && (options->groupings || options->state))
		die(EXIT_WRONG, "export: --by and --state are for --prometheus; --tree is for the others");
}

/*
 * Write metrics, and to --state which series they have. If that can't be
 * written, the metrics are still good.
 */
static void write_metrics(const struct snapshot *snapshot, bool live,
			  const struct options *options)
{
	int64_t now = (snapshot->time ? snapshot->time : realtime_ns()) / 1000000000;
	struct kept kept = { 0 };
	struct error error;
	FILE *out;

	if (options->state && kept_read(&kept, options->state, now, &error))
		die(EXIT_CANNOT, "%s", error.text);
	out = open_output(options->output);
	export_metrics(snapshot, options, live ? read_available() : -1,
		       options->state ? &kept : NULL, out);
	close_output(out, options->output);
	if (options->state &&
	    kept_write(&kept, options->state, now - (int64_t)options->keep, &error))
		warn("%s", error.text);
	kept_free(&kept);
}

/* STACKS: to be exported instead of lines, or NULL. */
static void write_profile(const struct snapshot *snapshot,
			  const struct watched *stacks,
			  const struct options *options)
{
	FILE *out = open_output(options->output);

	if (options->export == EXPORT_PPROF)
		export_pprof(snapshot, stacks, options, out);
	else
		export_folded(snapshot, stacks, options, out);
	close_output(out, options->output);
}

int cmd_export(int argc, char **argv)
{
	struct snapshot snapshot;
	struct options options;
	struct watched watched;
	bool found = false;
	char *file;
	int first;

	first = parse_options(&options, argc, argv);
	if (argc - first > 1)
		die(EXIT_WRONG, "export: more than one file");
	check_options(&options);
	file = first < argc ? argv[first] : NULL;
	if (options.export != EXPORT_PROMETHEUS)
		found = read_tree_input(&options, file, &snapshot, &watched);
	else if (file)
		read_snapshot(&snapshot, file, &options.period);
	else
		read_live(&snapshot);
	check_sort(options.sort, snapshot.format);
	if (options.export == EXPORT_PROMETHEUS)
		write_metrics(&snapshot, !file, &options);
	else
		write_profile(&snapshot, options.tree == TREE_STACK ? &watched : NULL,
			      &options);
	if (found)
		watched_free(&watched);
	snapshot_free(&snapshot);
	return 0;
}
