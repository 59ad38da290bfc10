// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz.c - everything that reads input, for libFuzzer
 *
 * An input is a report, a recording, a file of alloctag in debugfs, a kernel
 * log, a text with events, or pages of a ring buffer with events. Valid input
 * is added up in each way, printed, made into trees, and recorded; the
 * recording must have the same sums. "make fuzz-tool" runs it. With -DALONE,
 * there is a main() that runs files and folders given as arguments: so the
 * tests run the corpus.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "out/table.h"
#include "out/tree.h"
#include "report/kernel_log.h"
#include "snapshot/group.h"
#include "snapshot/recorder.h"
#include "snapshot/recording.h"
#include "snapshot/totals.h"
#include "trace/events.h"
#include "trace/ringbuffer.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "watch/ages.h"
#include "watch/slack.h"
#include "watch/stack.h"
#include "watch/watched.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *devnull;

static void check(bool good)
{
	if (!good)
		abort();
}

/* The report's sums, by line and type. */
static void use_snapshot(const struct snapshot *snapshot)
{
	struct filter filter = { .all_lines = true };
	struct totals totals;
	unsigned int by, format, kind;
	size_t i;

	add_up(snapshot, &totals);
	for (by = 0; by < NR_GROUPINGS; by++) {
		struct groups groups;
		int64_t sum = 0;

		groups_init(&groups, by, by == BY_DIRECTORY, measures_of(snapshot->format));
		groups_add_all(&groups, snapshot, &filter);
		groups_sort(&groups, by % (SORT_FREES + 1), by);
		for (i = 0; i < groups.nr; i++)
			sum += groups.array[i].bytes;
		check(sum == totals.all);
		for (format = 0; format < NR_OUTPUT_FORMATS; format++) {
			struct table table = { 0 };

			table_change_column(&table, "bytes", COLUMN_BYTES);
			table_column(&table, "name", COLUMN_TEXT);
			for (i = 0; i < groups.nr; i++) {
				char *label = group_label(&groups, &groups.array[i]);

				table_count(&table, groups.array[i].bytes);
				table_text(&table, label);
				free(label);
			}
			table_print(&table, devnull, format, format);
		}
		groups_free(&groups);
	}
	for (kind = 0; kind < NR_TREE_KINDS; kind++) {
		struct tree tree;

		tree_build(&tree, snapshot, &filter, kind, NULL);
		tree_finish(&tree, kind * 0.01);
		tree_free(&tree);
	}
}

/* Record it and read it again: the same sums. */
static void record_snapshot(const struct snapshot *snapshot)
{
	char name[] = "/tmp/alloctag-fuzz.XXXXXX";
	int fd = mkstemp(name);
	struct recorder recorder;
	struct recording recording;
	struct totals before, after;
	struct snapshot again;
	struct error error;
	int64_t time;
	size_t size;
	char *text;

	check(fd >= 0);
	check(!recorder_start(&recorder, fd, snapshot->format, "", &error));
	check(!recorder_add(&recorder, snapshot, &error));
	check(!recorder_add(&recorder, snapshot, &error));
	check(!recorder_finish(&recorder, &error));
	recorder_free(&recorder);
	close(fd);
	check(!read_all(name, &text, &size, &time, &error));
	unlink(name);
	check(!recording_open(&recording, name, text, size, &error));
	check(recording_next(&recording, &error) == 1);
	check(recording_next(&recording, &error) == 1);
	recording_get(&recording, &again);
	add_up(snapshot, &before);
	add_up(&again, &after);
	check(before.all == after.all && before.once == after.once &&
	      before.samples == after.samples);
	check(!recording_next(&recording, &error) && !recording.cut);
	snapshot_free(&again);
	recording_free(&recording);
	free(text);
}

static void use_recording(const char *text, size_t size)
{
	struct recording recording;
	struct error error;
	unsigned int nr;

	if (recording_open(&recording, "input", text, size, &error))
		return;
	for (nr = 0; nr < 20 && recording_next(&recording, &error) == 1; nr++) {
		struct snapshot snapshot;

		recording_get(&recording, &snapshot);
		use_snapshot(&snapshot);
		snapshot_free(&snapshot);
	}
	recording_free(&recording);
}

static void use_watched(const char *text, size_t size)
{
	struct filter filter = { .all_lines = true };
	struct watched watched;
	struct waste waste;
	struct error error;
	size_t i, k;

	if (!parse_watched(&watched, "input", text, size, &error)) {
		waste_init(&waste, &watched, &filter);
		for (i = 0; i < watched.nr; i++) {
			const struct watched_line *line = &watched.lines[i];
			double part = waste_of(&waste, &line->entry);
			struct age_sums sums;
			name_t module;

			check(part == -1 || (part >= 0 && part <= 1));
			if (watched.kind == WATCHED_LIFETIMES) {
				add_ages(&watched, line, &sums);
				continue;
			}
			check(first_caller(&watched, line) <= line->nr);
			for (k = 0; k < line->nr; k++)
				frame_function(watched.frames[line->first + k], &module);
		}
		if (has_frames(watched.kind)) {
			struct tree tree;

			tree_build_stacks(&tree, &watched, &filter, &waste);
			tree_finish(&tree, 0.01);
			tree_free(&tree);
		}
		waste_free(&waste);
	}
	watched_free(&watched);
}

static void use_events(struct tracing *tracing)
{
	uint64_t live = 0, objects = 0;
	size_t i;

	for (i = 0; i < tracing->nr_objects; i++)
		objects += tracing->objects[i].live;
	for (i = 0; i < tracing->nr_lines; i++)
		live += tracing->lines[i].live;
	check(live == objects);
	tracing_finish(tracing);
}

static void use_text(const char *text, size_t size)
{
	struct tracing tracing;
	struct error error;

	tracing_init(&tracing);
	parse_trace(&tracing, "input", text, size, &error);
	use_events(&tracing);
	tracing_free(&tracing);
}

/* Pages of a ring buffer have this before them here. */
#define PAGES "ring buffer\n"

static const char header_page[] =
	"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
	"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
	"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
	"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";

#define LINE(offset) \
	"\tfield:unsigned int idx;\toffset:" #offset "0;\tsize:4;\tsigned:0;\n" \
	"\tfield:unsigned int line;\toffset:" #offset "4;\tsize:4;\tsigned:0;\n" \
	"\tfield:__data_loc char[] file;\toffset:" #offset "8;\tsize:4;\tsigned:0;\n"

static const char * const formats[NR_EVENTS] = {
	[EVENT_ALLOC] = "name: alloc\nID: 1000\nformat:\n"
		"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
		"\tfield:const void * ptr;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:size_t requested;\toffset:16;\tsize:8;\tsigned:0;\n"
		"\tfield:size_t given;\toffset:24;\tsize:8;\tsigned:0;\n"
		LINE(4)
		"\tfield:__data_loc char[] func;\toffset:52;\tsize:4;\tsigned:0;\n"
		"\tfield:__data_loc char[] module;\toffset:56;\tsize:4;\tsigned:0;\n"
		"\tfield:u64 early;\toffset:64;\tsize:8;\tsigned:0;\n",
	[EVENT_FREE] = "name: free\nID: 1001\nformat:\n"
		"\tfield:const void * ptr;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:size_t given;\toffset:16;\tsize:8;\tsigned:0;\n"
		LINE(3)
		"\tfield:__data_loc char[] func;\toffset:42;\tsize:4;\tsigned:0;\n"
		"\tfield:__data_loc char[] module;\toffset:46;\tsize:4;\tsigned:0;\n"
		"\tfield:u64 early;\toffset:50;\tsize:8;\tsigned:0;\n",
	[EVENT_MOVE] = "name: move\nID: 1002\nformat:\n"
		"\tfield:const void * from;\toffset:8;\tsize:8;\tsigned:0;\n"
		"\tfield:const void * to;\toffset:16;\tsize:8;\tsigned:0;\n"
		LINE(3)
		"\tfield:__data_loc char[] func;\toffset:42;\tsize:4;\tsigned:0;\n"
		"\tfield:__data_loc char[] module;\toffset:46;\tsize:4;\tsigned:0;\n",
};

static void use_pages(const unsigned char *data, size_t size)
{
	struct event_queue queue = { 0 };
	struct raw_format format;
	struct tracing tracing;
	struct error error;
	uint32_t cpu = 0;
	unsigned int i;
	size_t k;

	check(!parse_header_page(&format, header_page, &error));
	for (i = 0; i < NR_EVENTS; i++)
		check(!parse_format(&format.events[i], i, formats[i], &error));
	tracing_init(&tracing);
	while (size) {
		size_t part = size < format.page_size ? size : format.page_size;
		/* So that the sanitizer sees where it ends. */
		unsigned char *page = xmalloc(part);

		memcpy(page, data, part);
		parse_page(&queue, &tracing, &format, cpu++ % 4, page, part, &error);
		free(page);
		data += part;
		size -= part;
	}
	for (k = 0; k < queue.nr; k++)
		tracing_add(&tracing, &queue.events[k]);
	use_events(&tracing);
	tracing_free(&tracing);
	free(queue.events);
}

/* Each line is in one report at most. */
static void use_log(const char *text, size_t size)
{
	struct kernel_log log;
	size_t i, nr = 0;

	kernel_log_parse(&log, text, size);
	for (i = 0; i < log.nr; i++) {
		check(log.reports[i].snapshot.nr <= LOG_REPORT_LINES);
		nr += log.reports[i].snapshot.nr + log.reports[i].nr_damaged;
	}
	check(nr <= log.nr_lines);
	kernel_log_free(&log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct snapshot snapshot;
	struct error error;
	/* As read_all() returns it: a 0 at the end. */
	char *text = xmalloc(size + 1);

	if (!devnull)
		devnull = fopen("/dev/null", "w");
	memcpy(text, data, size);
	text[size] = '\0';
	if (is_recording(text, size)) {
		use_recording(text, size);
	} else if (size > strlen(PAGES) && !memcmp(text, PAGES, strlen(PAGES))) {
		use_pages(data + strlen(PAGES), size - strlen(PAGES));
	} else if (size && (*text == '#' || *text == ' ')) {
		use_text(text, size);
	} else {
		/* Samples are both. */
		if (is_watched(text, size))
			use_watched(text, size);
		if (!parse_report(&snapshot, "input", text, size, &error)) {
			use_snapshot(&snapshot);
			record_snapshot(&snapshot);
		}
		snapshot_free(&snapshot);
		use_log(text, size);
	}
	free(text);
	return 0;
}

#ifdef ALONE
static unsigned long run_file(const char *name)
{
	struct error error;
	int64_t time;
	size_t size;
	char *text;

	if (read_all(name, &text, &size, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	LLVMFuzzerTestOneInput((uint8_t *)text, size);
	free(text);
	return 1;
}

int main(int argc, char **argv)
{
	unsigned long nr = 0;
	int i;

	for (i = 1; i < argc; i++) {
		DIR *folder = opendir(argv[i]);
		struct dirent *file;

		while (folder && (file = readdir(folder))) {
			char *name = xasprintf("%s/%s", argv[i], file->d_name);

			if (*file->d_name != '.')
				nr += run_file(name);
			free(name);
		}
		if (folder)
			closedir(folder);
		else
			nr += run_file(argv[i]);
	}
	printf("%lu inputs\n", nr);
	return 0;
}
#endif
