// SPDX-License-Identifier: GPL-2.0
/*
 * summary.c - alloctag without a command: the first screen
 *
 * What somebody wants to know first about the memory of a machine, on
 * a terminal of 80 columns and 24 lines: does the kernel count, what is
 * MemTotal made of, which lines have grown since boot, in the last hour and
 * since the last call, does memory run out, and what to type next. The last
 * hour is from a recording, the last call from a file that each call leaves.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "out/estimate.h"
#include "report/past.h"
#include "report/report.h"
#include "report/state.h"
#include "snapshot/parts.h"
#include "snapshot/place.h"
#include "snapshot/read.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/file.h"
#include "util/output.h"
#include "util/text.h"

static const char default_recording[] = "/var/lib/alloctag";

/* Lines have at least this part of the slab pages if counting began at boot. */
#define COUNTED_FROM_BOOT 0.9
/* Years in which much else will change. */
#define NEVER (2 * 365.25 * 86400)

/* What is shown. */
struct screen {
	struct options *options;
	const char *file;		/* NULL: the running kernel */
	struct snapshot now, call;
	struct totals totals;
	enum last_call last_call;
	struct past past;
	bool from_boot;			/* counting began at boot */
	size_t left;			/* rows that fit, of the kernel's lines */
};

/*
 * "Linux 6.12.1 on web-3, up 3.2 days: 3253 lines (alloctag 1.0)", or what file
 * it is.
 */
static void print_head(struct screen *screen)
{
	const struct snapshot *now = &screen->now;
	double up = uptime_seconds();
	char text[HUMAN_SIZE];

	if (screen->file) {
		printf("%s (%s), %zu lines", screen->file, format_text(now->format), now->nr);
		if (period_has_times(&screen->options->period)) {
			fputs(", ", stdout);
			print_when(stdout, now);
		}
		putchar('\n');
		return;
	}
	printf("Linux %s", now->boot.release ? name_text(now->boot.release) : proc_folder);
	if (now->boot.host)
		printf(" on %s", name_text(now->boot.host));
	if (up > 0)
		printf(", up %s", human_seconds(text, up));
	printf(": %zu lines (%s)\n", now->nr, format_text(now->format));
}

/*
 * Whether the kernel counts, since when, and how to change that. When it began
 * is recorded nowhere, but slab pages from before then are in no line.
 */
static void print_counting(struct screen *screen)
{
	int64_t slab = read_slab_pages(), lines = screen->totals.bytes[OWNER_SLAB_PAGES];
	double part = slab > 0 ? (double)lines / slab : -1;
	bool off = counting_is_off();

	screen->from_boot = part < 0 || part >= COUNTED_FROM_BOOT;
	if (off)
		puts("Counting is OFF: lines have what was allocated before. To switch it on:\n"
		     "  sysctl vm.mem_profiling=1  (at boot: sysctl.vm.mem_profiling=1)");
	else if (part < 0)
		puts("Counting is on.");
	else if (screen->from_boot)
		printf("Counting is on, since boot: lines have %.0f %% of all slab pages.\n",
		       part > 1 ? 100 : 100 * part);
	else
		printf("Counting is on, but was not since boot: lines have %.0f %% of all slab pages.\n"
		       "  From boot on: sysctl.vm.mem_profiling=1 on the kernel's command line\n",
		       100 * part);
	/* Two lines, and a warning before the first. */
	screen->left -= off ? 2 : !screen->from_boot;
}

static void print_part(int64_t bytes, int64_t total, const char *text, bool exact)
{
	double percent = 100.0 * bytes / total;
	char size[HUMAN_SIZE];

	if (exact)
		printf("%16" PRId64, bytes);
	else
		printf("%10s", human_bytes(size, bytes));
	/* Not "-0.0". */
	printf("  %5.1f %%  %s\n", fabs(percent) < 0.05 ? 0 : percent, text);
}

/* What MemTotal is made of: the rows add up. */
static void print_memory(const struct screen *screen)
{
	bool exact = screen->options->exact;
	struct part parts[NR_PARTS];
	char text[2][HUMAN_SIZE];
	int64_t total = screen->now.memory.total, available;
	unsigned int i;

	if (is_estimate(screen->now.format) ||
	    !memory_parts(&screen->now, &screen->totals, parts))
		return;
	printf("\nMemTotal %s", human_bytes(text[0], total));
	available = screen->file ? -1 : read_available();
	if (available >= 0)
		printf(", of which %s are available", human_bytes(text[1], available));
	puts(":");
	print_part(parts[PART_FREE_BLOCKS].bytes + parts[PART_FREE_LISTS].bytes, total,
		   "free", exact);
	for (i = PART_USER; i < NR_PARTS; i++)
		print_part(parts[i].bytes, total, i == PART_KERNEL ?
			   "other allocations of the kernel" : i == PART_NO_LINE ?
			   "in no line: not counted, or read at another moment" :
			   parts[i].text, exact);
}

/* A difference, and its error. */
struct change {
	int64_t bytes;
	double variance;
};

/* A line, and how it has changed. */
struct row {
	struct group group;		/* its values now */
	struct change hour, call;
	bool chosen;
};

/* The largest first, then by names, so that the order is always the same. */
static int compare_rows(const void *x, const void *y)
{
	const struct group *a = &((const struct row *)x)->group;
	const struct group *b = &((const struct row *)y)->group;

	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? 1 : -1;
	if (a->file != b->file)
		return strcmp(name_text(a->file), name_text(b->file));
	return a->line < b->line ? -1 : a->line > b->line;
}

/* How ROWS, which are GROUPS, have changed since BEFORE. */
static void subtract(struct groups *groups, const struct snapshot *before,
		     const struct filter *filter, struct row *rows, bool hour)
{
	size_t i, nr = groups->nr;

	for (i = 0; i < nr; i++) {
		struct change *change = hour ? &rows[i].hour : &rows[i].call;

		change->bytes = rows[i].group.bytes;
		change->variance = rows[i].group.bytes_variance;
	}
	for (i = 0; i < before->nr; i++) {
		const struct entry *entry = &before->entries[i];
		struct change *change;
		size_t index;

		if (!filter_matches(filter, entry))
			continue;
		index = groups_find(groups, entry) - groups->array;
		if (index >= nr)
			continue;
		change = hour ? &rows[index].hour : &rows[index].call;
		change->bytes -= entry->bytes;
		change->variance += entry->bytes_variance;
	}
}

/* Choose the row that has grown most, of those that aren't chosen yet. */
static bool choose_grown(struct row *rows, size_t nr, bool hour)
{
	struct row *best = NULL;
	int64_t most = 0;
	size_t i;

	for (i = 0; i < nr; i++) {
		const struct change *change = hour ? &rows[i].hour : &rows[i].call;

		if (rows[i].chosen || change->bytes <= most ||
		    !is_significant(change->bytes, change->variance))
			continue;
		most = change->bytes;
		best = &rows[i];
	}
	if (best)
		best->chosen = true;
	return best;
}

/*
 * Choose TOP of NR rows, which are sorted: by turns the largest one, and those
 * that have grown most in the last hour and since the last call.
 */
static void choose_rows(struct row *rows, size_t nr, size_t top, bool hour, bool call)
{
	size_t chosen = 0, largest = 0, before;

	if (!top || top > nr)
		top = nr;
	while (chosen < top) {
		before = chosen;
		while (largest < nr && rows[largest].chosen)
			largest++;
		if (largest < nr) {
			rows[largest].chosen = true;
			chosen++;
		}
		if (hour && chosen < top)
			chosen += choose_grown(rows, nr, true);
		if (call && chosen < top)
			chosen += choose_grown(rows, nr, false);
		if (chosen == before)
			break;
	}
}

/* The cells of a row, but for its name. */
static void add_cells(struct table *table, const struct row *row, bool hour,
		      bool call, bool errors)
{
	table_count(table, row->group.bytes);
	if (errors)
		add_error_cell(table, OUTPUT_TEXT, row->group.bytes_variance);
	if (hour)
		table_count(table, row->hour.bytes);
	if (call)
		table_count(table, row->call.bytes);
	if (call && errors)
		add_error_cell(table, OUTPUT_TEXT, row->call.variance);
}

/* The first row is the sum of all lines. */
static void print_rows(const struct screen *screen, const struct row *all,
		       const struct row *rows, size_t nr)
{
	bool hour = screen->past.has_hour, call = screen->last_call == LAST_CALL_READ;
	bool errors = is_estimate(screen->now.format);
	char *hour_title, *call_title, text[HUMAN_SIZE];
	struct table table = { 0 };
	double seconds;
	size_t i;

	table_column(&table, screen->from_boot ? "since boot" : "bytes", COLUMN_BYTES);
	if (errors)
		add_error_column(&table, OUTPUT_TEXT, NULL, COLUMN_BYTES);
	seconds = hour ? (screen->now.time - screen->past.hour.time) / 1e9 : 0;
	hour_title = seconds > 3500 && seconds < 3700 ? xasprintf("last hour") :
		     xasprintf("last %s", human_seconds(text, seconds));
	if (hour)
		table_change_column(&table, hour_title, COLUMN_BYTES);
	seconds = call ? (screen->now.time - screen->call.time) / 1e9 : 0;
	call_title = xasprintf("call %s ago", human_seconds(text, seconds));
	if (call)
		table_change_column(&table, call_title, COLUMN_BYTES);
	if (call && errors)
		add_error_column(&table, OUTPUT_TEXT, NULL, COLUMN_BYTES);
	table_column(&table, "line", COLUMN_TEXT);
	add_cells(&table, all, hour, call, errors);
	table_name(&table, "all lines of the kernel's own memory");
	for (i = 0; i < nr; i++) {
		struct entry entry = rows[i].group.entry;
		char *line;

		if (!rows[i].chosen)
			continue;
		/* There is no room for types. */
		entry.type = 0;
		line = line_text(&entry, false);
		add_cells(&table, &rows[i], hour, call, errors);
		table_text(&table, line);
		free(line);
	}
	table_print(&table, stdout, OUTPUT_TEXT, screen->options->exact);
	free(hour_title);
	free(call_title);
}

/* Which lines have grown, or are large. */
static void print_lines(struct screen *screen)
{
	const struct filter *filter = &screen->options->filter;
	bool hour = screen->past.has_hour, call = screen->last_call == LAST_CALL_READ;
	size_t top = screen->options->top ? screen->options->top : screen->left, i, nr;
	struct row all = { 0 }, *rows;
	struct groups groups;

	groups_init(&groups, BY_LINE, 0, measures_of(screen->now.format));
	groups_add_all(&groups, &screen->now, filter);
	nr = groups.nr;
	rows = xcalloc(nr + 1, sizeof(*rows));
	for (i = 0; i < nr; i++)
		rows[i].group = groups.array[i];
	if (hour)
		subtract(&groups, &screen->past.hour, filter, rows, true);
	if (call)
		subtract(&groups, &screen->call, filter, rows, false);
	for (i = 0; i < nr; i++) {
		all.group.bytes += rows[i].group.bytes;
		all.group.bytes_variance += rows[i].group.bytes_variance;
		all.hour.bytes += rows[i].hour.bytes;
		all.call.bytes += rows[i].call.bytes;
		all.call.variance += rows[i].call.variance;
	}
	qsort(rows, nr, sizeof(*rows), compare_rows);
	choose_rows(rows, nr, top, hour, call);
	if (!is_estimate(screen->now.format))
		putchar('\n');
	print_rows(screen, &all, rows, nr);
	if (screen->totals.inaccurate)
		printf("%zu lines are not accurate: the kernel has missed frees of theirs.\n",
		       screen->totals.inaccurate);
	free(rows);
	groups_free(&groups);
}

/*
 * When memory runs out, if that can be said; or how to know growth in the last
 * hour.
 */
static void print_future(const struct screen *screen)
{
	char text[4][HUMAN_SIZE];
	struct forecast forecast;
	int64_t available;

	if (screen->file || is_estimate(screen->now.format))
		return;
	if (screen->last_call == LAST_CALL_OTHER_BOOT)
		puts("The machine was booted since the last call: there is nothing to compare with.");
	else if (!screen->past.has_hour)
		puts("The last hour is not recorded: alloctag record --flight=7d:200M keeps a week.");
	available = read_available();
	if (!past_forecast(&screen->past, available, &forecast) || forecast.least > NEVER)
		return;
	human_seconds(text[2], forecast.least);
	human_seconds(text[3], forecast.most);
	/* "9.5 to 10.6 days" */
	if (!strcmp(strchr(text[2], ' '), strchr(text[3], ' ')))
		*strchr(text[2], ' ') = '\0';
	printf("Growth of %s \xc2\xb1 %s an hour: ", human_bytes(text[0], forecast.rate * 3600),
	       human_bytes(text[1], forecast.margin * 3600));
	printf("%s available last ", human_bytes(text[0], available));
	if (forecast.most > NEVER)
		printf("%s or more\n", text[2]);
	else
		printf("%s to %s\n", text[2], text[3]);
}

static void print_next(const struct screen *screen)
{
	const char *recording = screen->options->recording;

	puts("\nNext:  alloctag top                       the biggest and busiest lines, live\n"
	     "       alloctag report -k --by=directory  or by function, file, module, type");
	if (!screen->file && counting_is_off())
		puts("       sysctl vm.mem_profiling=1          count again");
	else if (screen->past.has_hour && strlen(recording) <= 19)
		printf("       alloctag leaks %-19s which lines grow all the time\n", recording);
	else
		puts("       alloctag leaks --live=10m          which lines grow all the time");
}

int cmd_summary(int argc, char **argv)
{
	struct screen screen = { .left = 4 };
	struct options options;
	char *state = NULL;
	int first;

	first = parse_options(&options, argc, argv);
	if (argc - first > 1)
		die(EXIT_WRONG, "summary: more than one file");
	screen.options = &options;
	if (!options.recording)
		options.recording = default_recording;
	screen.file = first < argc ? argv[first] : NULL;
	/* Pages of files and processes are a part of MemTotal. */
	options.filter.kernel = true;
	if (screen.file) {
		read_snapshot(&screen.now, argv[first], &options.period);
	} else {
		read_live(&screen.now);
		state = state_name(&options);
		screen.last_call = state_read(&screen.call, state, &screen.now);
		past_read(&screen.past, options.recording, &screen.now);
	}
	add_up(&screen.now, &screen.totals);
	screen.left -= screen.totals.inaccurate > 0;
	print_head(&screen);
	if (is_estimate(screen.now.format)) {
		puts("");
		print_estimate_note(screen.now.format, &screen.now.sampling,
				    screen.totals.samples, OUTPUT_TEXT, stdout);
	} else if (!screen.file) {
		print_counting(&screen);
	}
	print_memory(&screen);
	print_lines(&screen);
	print_future(&screen);
	print_next(&screen);
	close_output(stdout, NULL);
	state_write(&screen.now, state, &options);
	free(state);
	past_free(&screen.past);
	if (screen.last_call == LAST_CALL_READ)
		snapshot_free(&screen.call);
	snapshot_free(&screen.now);
	return 0;
}
