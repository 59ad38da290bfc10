// SPDX-License-Identifier: GPL-2.0
/*
 * top.c - alloctag top: the biggest and busiest lines, live
 *
 * Each refresh reads a whole report and adds it up into the same groups, whose
 * last numbers give rates, and whose first ones growth. Only the rows that the
 * screen has room for are sorted.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "top.h"

const char * const top_sort_names[NR_TOP_SORTS] = {
	[TOP_SORT_BYTES] = "bytes",
	[TOP_SORT_LIVE] = "live",
	[TOP_SORT_RATE] = "rate",
	[TOP_SORT_CALLS] = "calls",
	[TOP_SORT_GROWTH] = "growth",
	[TOP_SORT_SLACK] = "slack",
};

static void reset_numbers(struct groups *groups)
{
	size_t i;

	for (i = 0; i < groups->nr; i++) {
		struct group *group = &groups->array[i];

		group->nr = 0;
		group->bytes = 0;
		group->live = 0;
		group->allocs = 0;
		group->frees = 0;
		group->now_bytes = 0;
		group->now_live = 0;
		group->most = INT64_MIN;
	}
}

/* New groups have no past: they were 0. */
static void extend_past(struct top *top)
{
	while (top->past_nr < top->groups.nr) {
		top->past = grow(top->past, top->past_nr, &top->past_room,
				 sizeof(*top->past));
		memset(&top->past[top->past_nr++], 0, sizeof(*top->past));
	}
}

static void keep_past(struct top *top)
{
	size_t i;

	for (i = 0; i < top->groups.nr; i++) {
		top->past[i].last_bytes = top->groups.array[i].bytes;
		top->past[i].last_live = top->groups.array[i].live;
		top->past[i].last_allocs = top->groups.array[i].allocs;
	}
}

/*
 * How much of the bytes of each group is slack, if lines are watched for it.
 * The kernel adds up what was allocated since then, freed or not: that ratio is
 * taken for live memory.
 */
static void find_slack(struct top *top)
{
	struct filter all = { .all_lines = true };
	struct watched slack;
	struct waste waste;
	size_t i;

	top->has_slack = false;
	for (i = 0; i < top->past_nr; i++)
		top->past[i].slack = 0;
	if (!has_watched(WATCHED_SLACK))
		return;
	read_watched_live(&slack, WATCHED_SLACK);
	waste_init(&waste, &slack, &all);
	for (i = 0; slack.nr && i < top->now.nr; i++) {
		const struct entry *entry = &top->now.entries[i];
		double part = waste_of(&waste, entry);

		if (part < 0 || !filter_matches(&top->options->filter, entry))
			continue;
		top->has_slack = true;
		top->past[groups_find(&top->groups, entry) - top->groups.array].slack +=
			entry->bytes * part;
	}
	waste_free(&waste);
	watched_free(&slack);
}

void top_regroup(struct top *top)
{
	size_t i;

	groups_free(&top->groups);
	groups_init(&top->groups, top->options->grouping, top->options->depth);
	top->past_nr = 0;
	groups_add_all(&top->groups, &top->base, &top->options->filter);
	extend_past(top);
	for (i = 0; i < top->groups.nr; i++)
		top->past[i].base_bytes = top->groups.array[i].bytes;
	reset_numbers(&top->groups);
	groups_add_all(&top->groups, &top->now, &top->options->filter);
	extend_past(top);
	keep_past(top);
	find_slack(top);
	top->selected = 0;
	top->first = 0;
}

void top_refresh(struct top *top)
{
	size_t i;

	if (top->now.entries != top->base.entries)
		snapshot_free(&top->now);
	keep_past(top);
	read_live(&top->now);
	top->last_time = top->now_time;
	top->now_time = monotonic_seconds();
	reset_numbers(&top->groups);
	groups_add_all(&top->groups, &top->now, &top->options->filter);
	extend_past(top);
	find_slack(top);
	add_up(&top->now, &top->totals);
	top->live = 0;
	for (i = 0; i < NR_OWNERS; i++)
		if (!holds_objects(i))
			top->live += top->totals.live[i];
}

static void make_row(const struct top *top, uint32_t index, struct row *row)
{
	const struct group *group = &top->groups.array[index];
	const struct past *past = &top->past[index];
	double seconds = top->now_time - top->last_time;

	row->group = index;
	row->rate = seconds > 0 ? (group->bytes - past->last_bytes) / seconds : 0;
	row->calls = 0;
	if (seconds > 0)
		row->calls = (has_allocs(top->now.format) ?
			      (double)(int64_t)(group->allocs - past->last_allocs) :
			      (double)(group->live - past->last_live)) / seconds;
	row->growth = group->bytes - past->base_bytes;
	row->slack = past->slack;
	switch (top->sort) {
	case TOP_SORT_LIVE:
		row->key = group->live;
		break;
	case TOP_SORT_RATE:
		row->key = row->rate;
		break;
	case TOP_SORT_CALLS:
		row->key = row->calls;
		break;
	case TOP_SORT_GROWTH:
		row->key = row->growth;
		break;
	case TOP_SORT_SLACK:
		row->key = row->slack;
		break;
	default:
		row->key = group->bytes;
	}
}

static const struct group *sorted_groups;

/* Larger keys first; then larger groups, then older ones. */
static bool is_before(const struct row *a, const struct row *b)
{
	if (a->key != b->key)
		return a->key > b->key;
	if (sorted_groups[a->group].bytes != sorted_groups[b->group].bytes)
		return sorted_groups[a->group].bytes > sorted_groups[b->group].bytes;
	return a->group < b->group;
}

static int compare_rows(const void *x, const void *y)
{
	return is_before(x, y) ? -1 : 1;
}

/* A heap whose top is the last of the rows that are kept. */
static void sift_down(struct row *rows, size_t nr, size_t at)
{
	for (;;) {
		size_t last = at, child = at * 2 + 1;
		struct row swap;

		if (child < nr && is_before(&rows[last], &rows[child]))
			last = child;
		if (child + 1 < nr && is_before(&rows[last], &rows[child + 1]))
			last = child + 1;
		if (last == at)
			return;
		swap = rows[at];
		rows[at] = rows[last];
		rows[last] = swap;
		at = last;
	}
}

void top_find_rows(struct top *top, size_t nr)
{
	struct row row;
	size_t i, k;

	sorted_groups = top->groups.array;
	top->nr_rows = 0;
	top->all_rows = 0;
	if (nr > top->rows_room) {
		top->rows_room = nr;
		top->rows = xrealloc(top->rows, nr * sizeof(*top->rows));
	}
	for (i = 0; i < top->groups.nr; i++) {
		if (!top->groups.array[i].nr)
			continue;
		top->all_rows++;
		make_row(top, i, &row);
		if (top->nr_rows < nr) {
			top->rows[top->nr_rows++] = row;
			if (top->nr_rows == nr)
				for (k = nr / 2 + 1; k-- > 0;)
					sift_down(top->rows, nr, k);
		} else if (nr && is_before(&row, &top->rows[0])) {
			top->rows[0] = row;
			sift_down(top->rows, nr, 0);
		}
	}
	if (top->nr_rows)
		qsort(top->rows, top->nr_rows, sizeof(*top->rows), compare_rows);
}

/* Function and place first: the end is cut off on a narrow terminal. */
static char *row_label(const struct top *top, const struct group *group)
{
	char *label = group_label(&top->groups, group), *text;
	const char *module = group->module ? name_text(group->module) : NULL;

	if (top->groups.grouping == BY_LINE)
		text = xasprintf("%s %s%s%s%s%s%s", name_text(group->function), label,
				 module ? " [" : "", module ? module : "",
				 module ? "]" : "", group->type ? "  " : "",
				 name_text(group->type));
	else if (top->groups.grouping == BY_FUNCTION)
		text = xasprintf("%s %s", label, name_text(group->file));
	else
		text = xasprintf("%s", label);
	free(label);
	return text;
}

static const char *signed_bytes(char text[HUMAN_SIZE], double bytes)
{
	char number[HUMAN_SIZE];

	if (!bytes)
		return "-";
	snprintf(text, HUMAN_SIZE, "%s%.24s", bytes > 0 ? "+" : "",
		 human_bytes(number, bytes));
	return text;
}

#define COLUMNS_TEXT "     BYTES      LIVE     BYTES/s  %8s      GROWTH%s  %s"

char *top_row_text(const struct top *top, const struct row *row)
{
	const struct group *group = &top->groups.array[row->group];
	char bytes[HUMAN_SIZE], rate[HUMAN_SIZE], growth[HUMAN_SIZE];
	char calls[HUMAN_SIZE] = "-", size[HUMAN_SIZE];
	char slack[HUMAN_SIZE + 4] = "";
	char *label = row_label(top, group), *text;

	if (row->calls)
		snprintf(calls, sizeof(calls), "%.0f", row->calls);
	if (top->has_slack)
		snprintf(slack, sizeof(slack), "  %10s",
			 row->slack ? human_bytes(size, row->slack) : "-");
	text = xasprintf("%10s  %8" PRId64 "  %10s  %8s  %10s%s  %s",
			 human_bytes(bytes, group->bytes), group->live,
			 signed_bytes(rate, row->rate), calls,
			 signed_bytes(growth, row->growth), slack, label);
	free(label);
	return text;
}

char *top_header_text(const struct top *top, unsigned int line)
{
	char once[HUMAN_SIZE], growth[HUMAN_SIZE], slab[HUMAN_SIZE], user[HUMAN_SIZE];
	struct utsname system;
	char date[16] = "";
	time_t now = time(NULL);
	struct tm when;

	switch (line) {
	case 0:
		if (uname(&system))
			strcpy(system.release, "?");
		if (localtime_r(&now, &when))
			strftime(date, sizeof(date), "%H:%M:%S", &when);
		return xasprintf("alloctag top  Linux %s  %s  every %g s%s",
				 system.release, date, top->options->interval,
				 top->paused ? "  PAUSED" : "");
	case 1:
		return xasprintf("%s in %" PRId64 " allocations, %s since the start; slab pages %s, users' pages %s",
				 human_bytes(once, top->totals.once), top->live,
				 signed_bytes(growth, top->totals.once - top->base_once),
				 human_bytes(slab, top->totals.bytes[OWNER_SLAB_PAGES]),
				 human_bytes(user, top->totals.bytes[OWNER_USER]));
	case 2:
		return xasprintf("sorted by %s, by %s, %zu rows%s%s",
				 top_sort_names[top->sort],
				 grouping_names[top->options->grouping], top->all_rows,
				 top->filter_text ? ", filter: " : "",
				 top->filter_text ? top->filter_text : "");
	default:
		return xasprintf(COLUMNS_TEXT,
				 has_allocs(top->now.format) ? "ALLOCS/s" : "LIVE/s",
				 top->has_slack ? "       SLACK" : "",
				 top->options->grouping == BY_LINE ? "FUNCTION AND LINE" :
				 grouping_names[top->options->grouping]);
	}
}

/*
 * --once
 */
static void print_once(struct top *top, FILE *out)
{
	unsigned int line;
	char *text;
	size_t i;

	top_find_rows(top, top->options->top ? top->options->top : top->groups.nr);
	for (line = 1; line < 4; line++) {
		text = top_header_text(top, line);
		fprintf(out, "%s\n", text);
		free(text);
	}
	for (i = 0; i < top->nr_rows; i++) {
		text = top_row_text(top, &top->rows[i]);
		fprintf(out, "%s\n", text);
		free(text);
	}
}

int cmd_top(int argc, char **argv)
{
	struct options options;
	struct top top = { .options = &options };
	double next;
	FILE *out;

	options_init(&options);
	if (parse_options(&options, argc, argv, OPTIONS_FILTER | OPTIONS_GROUP |
			  OPTIONS_TOP_SORT | OPTIONS_TOP | OPTIONS_INTERVAL |
			  OPTIONS_COUNT | OPTIONS_OUTPUT) != argc)
		die(EXIT_WRONG, "top: it shows the running kernel; for a file, use alloctag report");
	if (!options.once && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		die(EXIT_WRONG, "top: no terminal; --once prints the list once");
	top.sort = options.top_sort;
	/* Give the text of each report back, so that no holes remain. */
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	read_live(&top.base);
	top.now = top.base;
	top.now_time = monotonic_seconds();
	add_up(&top.now, &top.totals);
	top.base_once = top.totals.once;
	top_regroup(&top);
	if (options.once) {
		next = monotonic_seconds() + options.interval;
		catch_signals();
		/* The last one of several refreshes is printed. */
		do {
			wait_until(&next, options.interval);
			top_refresh(&top);
			top_find_rows(&top, options.top);
		} while (options.count-- > 1 && !stopped);
		out = open_output(options.output);
		print_once(&top, out);
		close_output(out, options.output);
	} else {
		top_refresh(&top);
		top_run_screen(&top);
	}
	if (top.now.entries != top.base.entries)
		snapshot_free(&top.now);
	snapshot_free(&top.base);
	groups_free(&top.groups);
	free(top.past);
	free(top.rows);
	free(top.message);
	free(top.filter_text);
	return 0;
}
