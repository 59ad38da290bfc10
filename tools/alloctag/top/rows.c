// SPDX-License-Identifier: GPL-2.0
/*
 * rows.c - the numbers and the rows of alloctag top, and of alloctag waits top
 *
 * Each refresh reads a whole report and adds it up into the same groups. Rates
 * are differences to the last refresh, growth to the first. Only rows that fit
 * on the screen are sorted.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "out/estimate.h"
#include "snapshot/place.h"
#include "snapshot/read.h"
#include "snapshot/reboot.h"
#include "top/rows.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/sort.h"
#include "util/text.h"
#include "watch/live.h"
#include "watch/slack.h"
#include "watch/watched.h"

static void reset_numbers(struct groups *groups)
{
	size_t i;

	for (i = 0; i < groups->nr; i++) {
		struct group *group = &groups->array[i];

		group->nr = 0;
		memset(&group->values, 0, sizeof(group->values));
		group->now = 0;
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
		top->past[i].last_size = top->groups.array[i].size;
		top->past[i].last_count = top->groups.array[i].count;
		top->past[i].last_calls = top->groups.array[i].calls;
	}
}

/*
 * Estimate the slack of each group, if lines are watched for it. The kernel
 * adds up all allocations since then, freed or not: live memory is assumed to
 * have the same ratio.
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
	if (top->replay || top->kind->waits || !read_watched_if_any(&slack, WATCHED_SLACK))
		return;
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
	groups_init(&top->groups, top->options->grouping, top->options->depth,
		    measures_of(top->now.format));
	top->past_nr = 0;
	groups_add_all(&top->groups, &top->base, &top->options->filter);
	extend_past(top);
	for (i = 0; i < top->groups.nr; i++)
		top->past[i].base_size = top->groups.array[i].size;
	reset_numbers(&top->groups);
	groups_add_all(&top->groups, &top->now, &top->options->filter);
	extend_past(top);
	keep_past(top);
	find_slack(top);
	top->selected = 0;
	top->first = 0;
	top->follows = false;
}

void top_rebase(struct top *top)
{
	size_t i;

	if (top->now.entries != top->base.entries)
		snapshot_free(&top->base);
	top->base = top->now;
	top->base_once = top->totals.once;
	for (i = 0; i < top->groups.nr; i++)
		top->past[i].base_size = top->groups.array[i].size;
}

/*
 * Can the numbers of SNAPSHOT not be compared with those at the start?
 * vm.mem_profiling was changed, or the rate of samples, with which the kernel
 * drops those that it has; or the recording has another boot.
 */
static bool begins_anew(const struct top *top, const struct snapshot *snapshot)
{
	return is_estimate(snapshot->format) != is_estimate(top->base.format) ||
	       snapshot->sampling.rate != top->base.sampling.rate ||
	       (top->kind->restarted && top->kind->restarted(&top->base, snapshot)) ||
	       boot_change(&top->base, snapshot);
}

/* The sums over all lines of memory. */
static void add_up_all(struct top *top)
{
	size_t i;

	if (top->kind->waits)
		return;
	add_up(&top->now, &top->totals);
	top->live = 0;
	for (i = 0; i < NR_OWNERS; i++)
		if (!holds_objects(i))
			top->live += top->totals.live[i];
}

/* Show SNAPSHOT, which was taken at TIME in seconds, and which is kept. */
static void take(struct top *top, const struct snapshot *snapshot, double time)
{
	if (top->now.entries != top->base.entries)
		snapshot_free(&top->now);
	keep_past(top);
	top->now = *snapshot;
	top->last_time = top->now_time;
	top->now_time = time;
	if (begins_anew(top, snapshot)) {
		snapshot_free(&top->base);
		top->base = top->now;
		add_up_all(top);
		top->base_once = top->totals.once;
		top->nr_history = 0;
		top->last_time = time;
		top_regroup(top);
	}
	reset_numbers(&top->groups);
	groups_add_all(&top->groups, &top->now, &top->options->filter);
	extend_past(top);
	find_slack(top);
	add_up_all(top);
}

void top_refresh(struct top *top)
{
	struct snapshot snapshot;

	/* Its memory is that of the next one. */
	if (top->now.entries != top->base.entries)
		snapshot_free(&top->now);
	top->kind->read(&snapshot);
	take(top, &snapshot, monotonic_seconds());
}

void top_show(struct top *top, size_t number)
{
	struct snapshot snapshot;

	/* Rates are since the snapshot before. */
	if (number && top->shown + 1 != number && replay_get(top->replay, number - 1, &snapshot))
		take(top, &snapshot, snapshot.time / 1e9);
	if (!replay_get(top->replay, number, &snapshot)) {
		top_message(top, xasprintf("this snapshot was deleted meanwhile"));
		return;
	}
	take(top, &snapshot, snapshot.time / 1e9);
	top->shown = number;
	if (!number)
		top->last_time = top->now_time;
}

void top_make_row(const struct top *top, uint32_t index, struct row *row)
{
	const struct group *group = &top->groups.array[index];
	const struct past *past = &top->past[index];
	double seconds = top->now_time - top->last_time;

	row->group = index;
	row->rate = seconds > 0 ? (group->size - past->last_size) / seconds : 0;
	row->calls = 0;
	row->wakeups = seconds > 0 ?
		       (double)(int64_t)(group->calls - past->last_calls) / seconds : 0;
	if (seconds > 0)
		row->calls = has_allocs(top->now.format) ? row->wakeups :
			     (double)(group->count - past->last_count) / seconds;
	row->growth = group->size - past->base_size;
	row->slack = past->slack;
}

static double sort_key(const struct top *top, uint32_t index)
{
	struct row row;

	switch (top->sort) {
	case SORT_RATE:
	case SORT_CALLS:
	case SORT_WAITS:
	case SORT_MEAN:
		top_make_row(top, index, &row);
		if (top->sort == SORT_RATE)
			return row.rate;
		if (top->sort == SORT_MEAN)
			return row.calls > 0 ? row.rate / row.calls : 0;
		return row.calls;
	case SORT_GROWTH:
		return top->groups.array[index].size - top->past[index].base_size;
	case SORT_SLACK:
		return top->past[index].slack;
	default:
		return group_key(&top->groups.array[index], top->sort);
	}
}

static struct ranked ranked(const struct top *top, uint32_t index)
{
	return (struct ranked){ .group = index, .size = top->groups.array[index].size,
				.key = sort_key(top, index) };
}

/* Larger keys first; then larger groups, then older ones. */
static int compare_rows(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;

	if (a->key != b->key)
		return a->key > b->key ? -1 : 1;
	if (a->size != b->size)
		return a->size > b->size ? -1 : 1;
	return a->group < b->group ? -1 : a->group > b->group;
}

void top_find_rows(struct top *top, size_t nr)
{
	size_t i;

	if (top->groups.nr > top->rows_room) {
		top->rows_room = top->groups.nr;
		top->rows = xrealloc(top->rows, top->rows_room * sizeof(*top->rows));
	}
	top->all_rows = 0;
	for (i = 0; i < top->groups.nr; i++)
		if (top->groups.array[i].nr)
			top->rows[top->all_rows++] = ranked(top, i);
	sort_first(top->rows, top->all_rows, sizeof(*top->rows), nr, compare_rows);
	top->nr_rows = nr < top->all_rows ? nr : top->all_rows;
}

size_t top_rank(const struct top *top, uint32_t group)
{
	struct ranked row = ranked(top, group), other;
	size_t rank = 0, i;

	for (i = 0; i < top->groups.nr; i++) {
		if (!top->groups.array[i].nr)
			continue;
		other = ranked(top, i);
		rank += compare_rows(&other, &row) < 0;
	}
	return rank;
}

/*
 * A screen of 80 columns has no room for all numbers and for the place of a
 * line, which must be whole: then there is one number between BYTES and GROWTH.
 * Of estimates, it is the error.
 */
bool top_is_narrow(const struct top *top)
{
	return top->columns && top->columns < 100;
}

/* The end is cut off on a narrow terminal. */
char *top_row_label(const struct top *top, const struct group *group)
{
	char *label, *text;

	if (top->groups.grouping == BY_LINE)
		return line_text(&group->entry, !top_is_narrow(top));
	label = group_label(&top->groups, group);
	if (top->groups.grouping != BY_FUNCTION)
		return label;
	text = xasprintf("%s %s", label, name_text(group->file));
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

#define COLUMNS_TEXT "     BYTES  %s    LIVE     BYTES/s  %8s      GROWTH%s  %s"
#define NARROW_TEXT "     BYTES  %10s      GROWTH  %s"

size_t top_growth_column(const struct top *top, size_t *length)
{
	if (top->kind->growth_column)
		return top->kind->growth_column(top, length);
	*length = 10;
	return top_is_narrow(top) ? 24 : is_estimate(top->now.format) ? 57 : 44;
}

/* A narrow screen has room for the number that rows are sorted by. */
static const char *narrow_title(const struct top *top)
{
	if (is_estimate(top->now.format))
		return "+- 95 %";
	switch (top->sort) {
	case SORT_LIVE:
		return "LIVE";
	case SORT_CALLS:
		return has_allocs(top->now.format) ? "ALLOCS/s" : "LIVE/s";
	case SORT_SLACK:
		return "SLACK";
	default:
		return "BYTES/s";
	}
}

static char *narrow_number(const struct top *top, const struct row *row)
{
	const struct group *group = &top->groups.array[row->group];
	char text[HUMAN_SIZE];

	if (is_estimate(top->now.format))
		return xstrdup(margin_text(text, group->bytes_variance, false));
	switch (top->sort) {
	case SORT_LIVE:
		return xasprintf("%" PRId64, group->live);
	case SORT_CALLS:
		return row->calls ? xasprintf("%.0f", row->calls) : xasprintf("-");
	case SORT_SLACK:
		return xstrdup(row->slack ? human_bytes(text, row->slack) : "-");
	default:
		return xstrdup(signed_bytes(text, row->rate));
	}
}

char *top_row_text(const struct top *top, const struct row *row)
{
	const struct group *group = &top->groups.array[row->group];
	char bytes[HUMAN_SIZE], rate[HUMAN_SIZE], growth[HUMAN_SIZE];
	char calls[HUMAN_SIZE] = "-", size[HUMAN_SIZE];
	char slack[HUMAN_SIZE + 4] = "", margin[HUMAN_SIZE + 4] = "";
	char *label, *text;

	if (top->kind->row_text)
		return top->kind->row_text(top, row);
	label = top_row_label(top, group);
	if (top_is_narrow(top)) {
		char *number = narrow_number(top, row);

		text = xasprintf("%10s  %10s  %10s  %s", human_bytes(bytes, group->bytes),
				 number, signed_bytes(growth, row->growth), label);
		free(number);
		free(label);
		return text;
	}
	if (row->calls)
		snprintf(calls, sizeof(calls), "%.0f", row->calls);
	if (top->has_slack)
		snprintf(slack, sizeof(slack), "  %10s",
			 row->slack ? human_bytes(size, row->slack) : "-");
	if (is_estimate(top->now.format))
		snprintf(margin, sizeof(margin), "+-%9s  ",
			 margin_text(size, group->bytes_variance, false));
	text = xasprintf("%10s  %s%8" PRId64 "  %10s  %8s  %10s%s  %s",
			 human_bytes(bytes, group->bytes), margin, group->live,
			 signed_bytes(rate, row->rate), calls,
			 signed_bytes(growth, row->growth), slack, label);
	free(label);
	return text;
}

char *top_system_text(const struct top *top)
{
	struct utsname system;
	time_t now = time(NULL);
	char date[16] = "";
	struct tm when;

	if (uname(&system))
		strcpy(system.release, "?");
	if (localtime_r(&now, &when))
		strftime(date, sizeof(date), "%H:%M:%S", &when);
	return xasprintf("%s  Linux %s  %s  every %g s%s", commands[top->kind->command].name,
			 system.release, date, top->options->interval,
			 top->paused ? "  PAUSED" : "");
}

char *top_sorting_text(const struct top *top)
{
	char samples[64] = "";

	if (is_estimate(top->now.format))
		snprintf(samples, sizeof(samples), "estimates from %" PRIu64 " samples, ",
			 top->totals.samples);
	return xasprintf("%ssorted by %s, by %s, %zu rows%s%s%s", samples,
			 sort_names[top->sort],
			 grouping_names[top->options->grouping], top->all_rows,
			 top->filter_text ? ", filter: " : "",
			 top->filter_text ? top->filter_text : "",
			 top->nr_levels ? ", of one (Esc)" : "");
}

/* The first row when a recording is replayed. */
static char *replay_header(const struct top *top)
{
	const struct replay *replay = top->replay;
	const struct boot *boot = &top->now.boot;
	char time[LOCAL_TIME];

	return xasprintf("top  %s  %zu of %zu%s%s%s%s%s%s  %s", local_time(time, top->now.time),
			 top->shown + 1, replay->nr,
			 top->shown + 1 == replay->nr ? " (end)" : "",
			 top->paused ? "" : "  PLAYING",
			 boot->host ? "  " : "", boot->host ? name_text(boot->host) : "",
			 boot->release ? "  Linux " : "",
			 boot->release ? name_text(boot->release) : "", replay->name);
}

/* Since when growth is counted, without the day if it is the one shown. */
static const char *start_text(const struct top *top, char text[LOCAL_TIME])
{
	char shown[LOCAL_TIME];

	local_time(shown, top->now.time);
	local_time(text, top->base.time);
	return strncmp(text, shown, 11) ? text : text + 11;
}

char *top_header_text(const struct top *top, unsigned int line)
{
	char once[HUMAN_SIZE], growth[HUMAN_SIZE], slab[HUMAN_SIZE], user[HUMAN_SIZE];
	char margin[HUMAN_SIZE], start[LOCAL_TIME];
	bool estimate = is_estimate(top->now.format);
	char memory[2 * HUMAN_SIZE + 32] = "";
	int64_t available;
	char *text, *system;

	if (top->kind->header_text)
		return top->kind->header_text(top, line);
	switch (line) {
	case 0:
		if (top->replay)
			return replay_header(top);
		system = top_system_text(top);
		available = read_available();
		if (available >= 0)
			snprintf(memory, sizeof(memory), "  available %s of %s",
				 human_bytes(slab, available),
				 human_bytes(user, top->now.memory.total));
		text = xasprintf("%s%s%s", system,
				 counting_is_off() ? "  vm.mem_profiling=0" : "", memory);
		free(system);
		return text;
	case 1:
		return xasprintf("%s%s%s in %" PRId64 " allocations, %s since %s; slab pages %s, users' pages %s",
				 human_bytes(once, top->totals.once),
				 estimate ? " +- " : "",
				 estimate ? margin_text(margin, top->totals.once_variance, false) : "",
				 top->live,
				 signed_bytes(growth, top->totals.once - top->base_once),
				 top->replay ? start_text(top, start) : "the start",
				 human_bytes(slab, top->totals.bytes[OWNER_SLAB_PAGES]),
				 human_bytes(user, top->totals.bytes[OWNER_USER]));
	case 2:
		return top_sorting_text(top);
	default:
		if (top_is_narrow(top))
			return xasprintf(NARROW_TEXT, narrow_title(top),
					 top->options->grouping == BY_LINE ?
					 "LINE AND FUNCTION" :
					 grouping_names[top->options->grouping]);
		return xasprintf(COLUMNS_TEXT, estimate ? "    +- 95 %  " : "",
				 has_allocs(top->now.format) ? "ALLOCS/s" : "LIVE/s",
				 top->has_slack ? "       SLACK" : "",
				 top->options->grouping == BY_LINE ? "FUNCTION AND LINE" :
				 grouping_names[top->options->grouping]);
	}
}

void top_message(struct top *top, char *text)
{
	free(top->message);
	top->message = text;
}
