// SPDX-License-Identifier: GPL-2.0
/*
 * tasks.c - alloctag waits --tasks: the tasks that wait now, and where; and
 * --by=task: how long each task has slept
 *
 * From /proc/PID/task/TID/wait, whose first line is "12.403 s FILE:LINE
 * [MODULE] func:FUNCTION", or "-" if the task does not wait. The second one is
 * "slept:NANOSECONDS": all sleeps that have ended.
 *
 * The kernel has no numbers for a task and a line together. So --by=task has
 * how long a task has slept, at any line, and the one line where it waits now.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/envelope.h"
#include "snapshot/boot.h"
#include "snapshot/group.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/signals.h"
#include "util/text.h"
#include "waits/live.h"
#include "waits/table.h"
#include "waits/tasks.h"

struct waiting_task {
	unsigned long pid, tid;
	char name[64];
	bool waits;		/* at ENTRY, since NS nanoseconds */
	int64_t ns;
	int64_t slept;		/* in sleeps that have ended, in nanoseconds */
	struct entry entry;
};

struct waiting_tasks {
	struct waiting_task *array;
	size_t nr, room;
	const struct options *options;
	bool all;		/* also those that don't wait now */
	bool any;		/* a file could be read */
};

/* Parse the file of a task. Without the line where it waits, it doesn't. */
static void parse_wait(const char *text, struct waiting_task *task)
{
	const char *stop = strchrnul(text, '\n'), *rest;
	char *after;
	double seconds = strtod(text, &after);

	if (!strncmp(stop, "\nslept:", 7))
		task->slept = strtoll(stop + 7, NULL, 10);
	if (after == text || strncmp(after, " s ", 3))
		return;
	task->ns = seconds * 1e9;
	task->waits = !parse_tag(after + 3, stop, &task->entry, &rest);
}

/* The name of a task, in which a newline is not part of it. */
static void read_name(const char *folder, struct waiting_task *task)
{
	char *name = xasprintf("%s/comm", folder);
	struct buffer text = { 0 };
	struct error error;
	int64_t time;

	if (!read_into(&text, name, &time, &error))
		snprintf(task->name, sizeof(task->name), "%.*s",
			 (int)strcspn(text.text, "\n"), text.text);
	buffer_free(&text);
	free(name);
}

static void add_task(struct waiting_tasks *tasks, const char *folder, unsigned long pid,
		     unsigned long tid)
{
	struct waiting_task task = { .pid = pid, .tid = tid };
	char *name = xasprintf("%s/wait", folder);
	struct buffer text = { 0 };
	struct error error;
	int64_t time;

	/* It may have ended, or be another user's. */
	if (!read_into(&text, name, &time, &error)) {
		tasks->any = true;
		parse_wait(text.text, &task);
		if ((task.waits || tasks->all) &&
		    filter_matches(&tasks->options->filter, &task.entry)) {
			read_name(folder, &task);
			tasks->array = grow(tasks->array, tasks->nr, &tasks->room,
					    sizeof(task));
			tasks->array[tasks->nr++] = task;
		}
	}
	buffer_free(&text);
	free(name);
}

/* Call ADD for each number that is the name of a folder in FOLDER. */
static void for_each_number(const char *folder, unsigned long pid, struct waiting_tasks *tasks,
			    void (*add)(struct waiting_tasks *, const char *, unsigned long,
					unsigned long))
{
	DIR *dir = opendir(folder);
	struct dirent *found;
	char *name;

	while (dir && (found = readdir(dir))) {
		unsigned long number = strtoul(found->d_name, NULL, 10);

		if (!isdigit((unsigned char)*found->d_name))
			continue;
		name = xasprintf("%s/%s", folder, found->d_name);
		add(tasks, name, pid ? pid : number, number);
		free(name);
	}
	if (dir)
		closedir(dir);
}

static void add_process(struct waiting_tasks *tasks, const char *folder, unsigned long pid,
			unsigned long tid)
{
	char *name = xasprintf("%s/task", folder);

	for_each_number(name, pid, tasks, add_task);
	free(name);
}

static int compare_tasks(const void *x, const void *y)
{
	const struct waiting_task *a = x, *b = y;

	if (a->ns != b->ns)
		return a->ns < b->ns ? 1 : -1;
	return a->tid < b->tid ? -1 : a->tid > b->tid;
}

/* Ends the program if no task has the file. */
static void read_tasks(struct waiting_tasks *tasks)
{
	for_each_number(proc_folder, 0, tasks, add_process);
	if (!tasks->any)
		die(EXIT_CANNOT, "no task says where it waits: this takes CONFIG_WAIT_TAG, root, and sysctl kernel.wait_tags=1");
}

static void add_place_columns(struct table *table)
{
	table_column(table, "line", COLUMN_TEXT);
	table_column(table, "function", COLUMN_TEXT);
	table_column(table, "module", COLUMN_TEXT);
}

/* Where TASK waits; "-" if it doesn't. */
static void add_place(struct table *table, const struct waiting_task *task)
{
	char *place = task->waits ? place_text(task->entry.file, task->entry.line) : NULL;

	table_text(table, place ? place : "-");
	table_name(table, task->waits ? name_text(task->entry.function) : "-");
	table_name(table, module_text(task->entry.module));
	free(place);
}

int list_waiting_tasks(const struct options *options)
{
	struct waiting_tasks tasks = { .options = options };
	struct table table = { 0 };
	size_t i;
	FILE *out;

	read_tasks(&tasks);
	qsort(tasks.array, tasks.nr, sizeof(*tasks.array), compare_tasks);
	waits_time_column(&table, options, "waits", "waits_ns");
	table_column(&table, "pid", COLUMN_COUNT);
	table_column(&table, "tid", COLUMN_COUNT);
	table_column(&table, "task", COLUMN_TEXT);
	add_place_columns(&table);
	for (i = 0; i < tasks.nr && (!options->top || i < options->top); i++) {
		const struct waiting_task *task = &tasks.array[i];

		waits_time(&table, options, task->ns);
		table_count(&table, task->pid);
		table_count(&table, task->tid);
		table_name(&table, task->name);
		add_place(&table, task);
	}
	out = open_output(options->output);
	begin_rows(out, options->format, 0, true);
	table_print(&table, out, options->format, true);
	end_rows(out, options->format);
	close_output(out, options->output);
	free(tasks.array);
	return 0;
}

/* Append the tasks that wait at LINE to ROWS, the longest wait first. */
void add_waiting_tasks(struct buffer *rows, const struct entry *line)
{
	static const struct options all = { .filter.all_lines = true };
	struct waiting_tasks tasks = { .options = &all };
	char text[HUMAN_SIZE];
	size_t i, nr = 0;

	for_each_number(proc_folder, 0, &tasks, add_process);
	if (tasks.nr)
		qsort(tasks.array, tasks.nr, sizeof(*tasks.array), compare_tasks);
	for (i = 0; i < tasks.nr; i++) {
		const struct waiting_task *task = &tasks.array[i];

		if (!same_line(&task->entry, line))
			continue;
		if (!nr++)
			buffer_puts(rows, "\nTasks that wait there now:\n     WAITS      PID      TID  TASK\n");
		buffer_printf(rows, "%10s  %7lu  %7lu  %s\n", human_ns(text, task->ns), task->pid,
			      task->tid, task->name);
	}
	if (!nr)
		buffer_puts(rows, "\nNo task waits there now.\n");
	free(tasks.array);
}

static int compare_tids(const void *x, const void *y)
{
	const struct waiting_task *a = x, *b = y;

	return a->tid < b->tid ? -1 : a->tid > b->tid;
}

/*
 * Take what was there BEFORE from the time that each task has slept. A new task
 * may have the number of one that has ended.
 */
static void subtract_tasks(struct waiting_tasks *tasks, struct waiting_tasks *before)
{
	size_t i;

	qsort(before->array, before->nr, sizeof(*before->array), compare_tids);
	for (i = 0; i < tasks->nr; i++) {
		struct waiting_task *task = &tasks->array[i];
		const struct waiting_task *old =
			before->nr ? bsearch(task, before->array, before->nr,
					     sizeof(*task), compare_tids) : NULL;

		if (old && old->slept <= task->slept)
			task->slept -= old->slept;
	}
}

/* The time that was observed, in nanoseconds; no task can sleep for longer. */
static int64_t observed_ns = INT64_MAX;

/* With the wait that goes on: a task that sleeps all the time comes first. */
static int64_t asleep(const struct waiting_task *task)
{
	int64_t now = task->ns < observed_ns ? task->ns : observed_ns;

	return task->slept > INT64_MAX - now ? INT64_MAX : task->slept + now;
}

static int compare_asleep(const void *x, const void *y)
{
	int64_t a = asleep(x), b = asleep(y);

	if (a != b)
		return a < b ? 1 : -1;
	return compare_tids(x, y);
}

static void print_tasks(const struct waiting_tasks *tasks, FILE *out)
{
	const struct options *options = tasks->options;
	struct table table = { 0 };
	size_t i;

	waits_time_column(&table, options, "slept", "slept_ns");
	waits_time_column(&table, options, "waits", "waits_ns");
	table_column(&table, "pid", COLUMN_COUNT);
	table_column(&table, "tid", COLUMN_COUNT);
	table_column(&table, "task", COLUMN_TEXT);
	add_place_columns(&table);
	for (i = 0; i < tasks->nr && (!options->top || i < options->top); i++) {
		const struct waiting_task *task = &tasks->array[i];

		waits_time(&table, options, task->slept);
		waits_time(&table, options, task->ns);
		table_count(&table, task->pid);
		table_count(&table, task->tid);
		table_name(&table, task->name);
		add_place(&table, task);
	}
	table_print(&table, out, options->format, true);
}

/* --by=task. */
int list_tasks(const struct options *options)
{
	struct waiting_tasks before = { .options = options, .all = true };
	struct waiting_tasks tasks = { .options = options, .all = true };
	struct snapshot when = { 0 };
	double start = 0, next;
	FILE *out;

	if (options->live) {
		/* It may wait elsewhere then. */
		static const struct filter any = { .all_lines = true };
		struct options unfiltered = *options;

		unfiltered.filter = any;
		before.options = &unfiltered;
		catch_signals();
		begin_waits();
		start = monotonic_seconds();
		read_tasks(&before);
		next = start + options->live;
		wait_until(&next, options->live);
		observed_ns = (monotonic_seconds() - start) * 1e9;
	}
	read_tasks(&tasks);
	subtract_tasks(&tasks, &before);
	qsort(tasks.array, tasks.nr, sizeof(*tasks.array), compare_asleep);
	when.time = realtime_ns();
	read_boot(&when.boot);
	out = open_output(options->output);
	if (options->format == OUTPUT_JSON) {
		print_json_head(out, &when);
		if (options->live)
			fprintf(out, "\"seconds\": %.6g, ", observed_ns / 1e9);
		fputs("\"rows\": ", out);
	}
	print_tasks(&tasks, out);
	end_rows(out, options->format);
	close_output(out, options->output);
	free(before.array);
	free(tasks.array);
	return 0;
}
