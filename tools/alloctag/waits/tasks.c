// SPDX-License-Identifier: GPL-2.0
/*
 * tasks.c - alloctag waits --tasks: the tasks that wait now, and where
 *
 * From /proc/PID/task/TID/wait, whose first line is "12.403 s FILE:LINE
 * [MODULE] func:FUNCTION", or "-" if the task does not wait.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/group.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/text.h"
#include "waits/waits.h"

struct waiting_task {
	unsigned long pid, tid;
	char name[64];
	int64_t ns;
	struct entry entry;
};

struct waiting_tasks {
	struct waiting_task *array;
	size_t nr, room;
	const struct options *options;
	bool any;		/* a file could be read */
};

static bool for_people(const struct options *options)
{
	return options->format == OUTPUT_TEXT || options->format == OUTPUT_MARKDOWN;
}

/* A column of times: with units for people, else in nanoseconds. */
void waits_time_column(struct table *table, const struct options *options,
		       const char *title, const char *title_ns)
{
	if (for_people(options))
		table_column(table, title, COLUMN_TEXT);
	else
		table_column(table, title_ns, COLUMN_COUNT);
}

void waits_time(struct table *table, const struct options *options, int64_t ns)
{
	char text[HUMAN_SIZE];

	if (for_people(options))
		table_text(table, human_ns(text, ns));
	else
		table_count(table, ns);
}

/* Parse the first line of a task's file. Returns false if it doesn't wait. */
static bool parse_wait(const char *text, struct waiting_task *task)
{
	const char *stop = strchrnul(text, '\n'), *rest;
	char *after;
	double seconds = strtod(text, &after);

	if (after == text || strncmp(after, " s ", 3))
		return false;
	task->ns = seconds * 1e9;
	return !parse_tag(after + 3, stop, &task->entry, &rest);
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
		if (parse_wait(text.text, &task) &&
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

	(void)tid;
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

int list_waiting_tasks(const struct options *options)
{
	struct waiting_tasks tasks = { .options = options };
	struct table table;
	size_t i;
	FILE *out;

	for_each_number(proc_folder, 0, &tasks, add_process);
	if (!tasks.any)
		die(EXIT_CANNOT, "no task says where it waits: this takes CONFIG_CODE_TAG_WAIT, root, and sysctl kernel.wait_tags=1");
	qsort(tasks.array, tasks.nr, sizeof(*tasks.array), compare_tasks);
	table_init(&table);
	waits_time_column(&table, options, "waits", "waits_ns");
	table_column(&table, "pid", COLUMN_COUNT);
	table_column(&table, "tid", COLUMN_COUNT);
	table_column(&table, "task", COLUMN_TEXT);
	table_column(&table, "line", COLUMN_TEXT);
	table_column(&table, "function", COLUMN_TEXT);
	table_column(&table, "module", COLUMN_TEXT);
	for (i = 0; i < tasks.nr && (!options->top || i < options->top); i++) {
		const struct waiting_task *task = &tasks.array[i];
		char *place = place_text(task->entry.file, task->entry.line);

		waits_time(&table, options, task->ns);
		table_count(&table, task->pid);
		table_count(&table, task->tid);
		table_name(&table, task->name);
		table_text(&table, place);
		table_name(&table, name_text(task->entry.function));
		table_name(&table, module_text(task->entry.module));
		free(place);
	}
	out = open_output(options->output);
	table_print(&table, out, options->format, true);
	if (options->format == OUTPUT_JSON)
		fputc('\n', out);
	close_output(out, options->output);
	table_free(&table);
	free(tasks.array);
	return 0;
}
