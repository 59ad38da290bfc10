// SPDX-License-Identifier: GPL-2.0
/*
 * table.c - tables of waits: by line, function, file, directory or module
 */
#include <stdlib.h>
#include <string.h>

#include "out/table.h"
#include "snapshot/group.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/text.h"
#include "waits/table.h"

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

/* How many tasks wait on average. */
const char *waiters_text(char text[HUMAN_SIZE], double waiters)
{
	snprintf(text, HUMAN_SIZE, "%.*f", waiters < 9.995 ? 2 : waiters < 99.95 ? 1 : 0,
		 waiters);
	return text;
}

/* How many tasks have waited on average: nanoseconds of waiting in one. */
static void add_waiters(struct table *table, const struct options *options,
			double waiters)
{
	char text[HUMAN_SIZE];

	if (!for_people(options)) {
		table_percent(table, waiters);
		return;
	}
	table_text(table, waiters_text(text, waiters));
}

/*
 * Sort GROUPS, and print the first rows. SECONDS: in how many they
 * were counted; 0 for no column with how many tasks waited on average. Returns
 * how many rows are left out.
 */
size_t print_waits(struct groups *groups, const struct options *options,
		 double seconds, FILE *out)
{
	struct table table = { 0 };
	size_t i;

	groups_sort(groups, options->sort, 0);
	waits_time_column(&table, options, "slept", "slept_ns");
	if (seconds > 0)
		table_column(&table, "waiters",
			     for_people(options) ? COLUMN_TEXT : COLUMN_SECONDS);
	table_column(&table, "waits", COLUMN_COUNT);
	table_column(&table, "wakeups", COLUMN_COUNT);
	waits_time_column(&table, options, "mean", "mean_ns");
	waits_time_column(&table, options, "longest", "longest_ns");
	table_column(&table, grouping_names[options->grouping], COLUMN_TEXT);
	if (options->grouping == BY_LINE) {
		table_column(&table, "function", COLUMN_TEXT);
		table_column(&table, "module", COLUMN_TEXT);
	}
	for (i = 0; i < groups->nr; i++) {
		const struct group *group = &groups->array[i];
		char *label;

		if (options->top && i >= options->top)
			break;
		waits_time(&table, options, group->slept);
		if (seconds > 0)
			add_waiters(&table, options, group->slept / 1e9 / seconds);
		table_count(&table, group->waits);
		table_count(&table, group->wakeups);
		waits_time(&table, options, group_key(group, SORT_MEAN));
		waits_time(&table, options, group->longest);
		label = group_label(groups, group);
		table_text(&table, label);
		free(label);
		if (options->grouping == BY_LINE) {
			table_name(&table, name_text(group->function));
			table_name(&table, module_text(group->module));
		}
	}
	table_print(&table, out, options->format, true);
	return groups->nr - i;
}
