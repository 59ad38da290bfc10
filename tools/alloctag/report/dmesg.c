// SPDX-License-Identifier: GPL-2.0
/*
 * dmesg.c - alloctag report --dmesg: which lines had the memory when it ran
 *	out, from a kernel log
 *
 * A report in a log is not a snapshot: it has the ten lines with most memory,
 * with rounded sizes. So there is no sum, and percentages are of MemTotal, if
 * the log has it.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "out/table.h"
#include "report/dmesg.h"
#include "report/kernel_log.h"
#include "report/report.h"
#include "snapshot/recording.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/expand.h"
#include "util/file.h"
#include "util/output.h"

static const struct {
	const char *key, *text;
} mem_info[NR_MEM_INFO] = {
	[MEM_TOTAL] = { "total", "MemTotal" },
	[MEM_FREE] = { "free", "free" },
	[MEM_ANON] = { "anon", "pages of processes, shared memory and tmpfs" },
	[MEM_SHMEM] = { "shmem", "shared memory and tmpfs, part of these" },
	[MEM_FILE] = { "file", "page cache" },
	[MEM_UNEVICTABLE] = { "unevictable", "unevictable pages" },
	[MEM_SLAB_UNRECLAIMABLE] = { "slab_unreclaimable", "slab, can't be reclaimed" },
	[MEM_SLAB_RECLAIMABLE] = { "slab_reclaimable", "slab, can be reclaimed" },
	[MEM_KERNEL_STACK] = { "kernel_stack", "kernel stacks" },
	[MEM_PAGETABLES] = { "pagetables", "page tables" },
};

static void print_list(const struct kernel_log *log, const struct options *options,
		       FILE *out)
{
	struct table table = { 0 };
	size_t i;

	table_column(&table, "report", COLUMN_COUNT);
	table_column(&table, "line", COLUMN_COUNT);
	table_column(&table, "lines", COLUMN_COUNT);
	table_column(&table, "damaged", COLUMN_COUNT);
	table_column(&table, "when", COLUMN_TEXT);
	table_column(&table, "cause", COLUMN_TEXT);
	table_column(&table, "killed", COLUMN_TEXT);
	for (i = 0; i < log->nr; i++) {
		const struct log_report *report = &log->reports[i];

		table_count(&table, i + 1);
		table_count(&table, report->number);
		table_count(&table, report->snapshot.nr);
		table_count(&table, report->nr_damaged);
		table_name(&table, report->when);
		table_name(&table, report->cause);
		table_name(&table, report->killed);
	}
	table_print(&table, out, options->format, true);
	if (options->format == OUTPUT_JSON)
		fputc('\n', out);
}

static void print_mem_info(const int64_t memory[NR_MEM_INFO], bool exact, FILE *out)
{
	struct table table = { 0 };
	unsigned int i;

	if (memory[MEM_TOTAL] <= 0)
		return;
	table_column(&table, "bytes", COLUMN_BYTES);
	table_column(&table, "percent", COLUMN_PERCENT);
	table_column(&table, "Mem-Info", COLUMN_TEXT);
	for (i = 0; i < NR_MEM_INFO; i++) {
		if (memory[i] < 0)
			continue;
		table_count(&table, memory[i]);
		table_percent(&table, 100.0 * memory[i] / memory[MEM_TOTAL]);
		table_text(&table, mem_info[i].text);
	}
	fputc('\n', out);
	table_print(&table, out, OUTPUT_TEXT, exact);
}

/* What a reader must know before the table. */
static void print_head(const struct kernel_log *log, size_t number, const char *name,
		       FILE *out)
{
	const struct log_report *report = &log->reports[number];

	fprintf(out, "report %zu of %zu in %s, line %zu%s%s\n", number + 1, log->nr, name,
		report->number, *report->when ? ", " : "", report->when);
	if (*report->cause)
		fprintf(out, "%s\n", report->cause);
	if (*report->killed)
		fprintf(out, "killed: process %s\n", report->killed);
	if (!report->counting)
		fputs("vm.mem_profiling was 0: what was allocated then was not counted\n", out);
	fputc('\n', out);
}

/* What the log lacks. The lines that are damaged are for the user to read. */
static void print_flaws(const struct log_report *report)
{
	size_t i, nr = report->snapshot.nr;

	if (report->no_modules)
		warn("the kernel could not show lines of modules: one of them may have more memory");
	for (i = 0; i < report->nr_damaged; i++)
		warn("line %zu is damaged, and left out: %s", report->damaged[i].number,
		     report->damaged[i].text);
	if (report->foreign)
		warn("%zu lines of other messages are among those of the report",
		     report->foreign);
	if (nr < LOG_REPORT_LINES)
		warn("the report has %zu of %d lines%s", nr, LOG_REPORT_LINES,
		     report->cut ? ": the log ends within it" : "");
}

static void print_json_log(const struct kernel_log *log, size_t number, FILE *out)
{
	const struct log_report *report = &log->reports[number];
	unsigned int i;
	bool first = true;
	size_t j;

	fprintf(out, "{\"report\": %zu, \"reports\": %zu, \"log_line\": %zu, \"when\": ",
		number + 1, log->nr, report->number);
	print_json_string(out, report->when);
	fputs(", \"cause\": ", out);
	print_json_string(out, report->cause);
	fputs(", \"killed\": ", out);
	print_json_string(out, report->killed);
	fprintf(out, ", \"counting\": %s, \"modules_missing\": %s, \"cut\": %s, \"rounded\": true, \"foreign_lines\": %zu, \"damaged\": [",
		report->counting < 0 ? "null" : report->counting ? "true" : "false",
		report->no_modules ? "true" : "false", report->cut ? "true" : "false",
		report->foreign);
	for (j = 0; j < report->nr_damaged; j++) {
		fprintf(out, "%s{\"log_line\": %zu, \"text\": ", j ? ", " : "",
			report->damaged[j].number);
		print_json_string(out, report->damaged[j].text);
		fputc('}', out);
	}
	fputs("], \"memory\": {", out);
	for (i = 0; i < NR_MEM_INFO; i++) {
		if (report->memory[i] < 0)
			continue;
		fprintf(out, "%s\"%s\": %" PRId64, first ? "" : ", ", mem_info[i].key,
			report->memory[i]);
		first = false;
	}
	fputs("}, \"rows\": ", out);
}

static void print_log_report(const struct kernel_log *log, size_t number, const char *name,
			     const struct options *options, FILE *out)
{
	const struct log_report *report = &log->reports[number];
	struct filter filter = options->filter;
	struct groups groups;
	int64_t total = report->memory[MEM_TOTAL];

	/* Ten lines are few: slab pages are worth to be seen. */
	filter.all_lines = true;
	groups_init(&groups, options->grouping, options->depth,
		    measures_of(report->snapshot.format));
	groups_add_all(&groups, &report->snapshot, &filter);
	groups_drop_small(&groups, options->least);
	groups_sort(&groups, options->sort, options->top);
	if (options->format == OUTPUT_TEXT)
		print_head(log, number, name, out);
	if (options->format == OUTPUT_JSON)
		print_json_log(log, number, out);
	print_groups(&groups, options, total > 0 ? total : -1, report->snapshot.format, out);
	if (options->format == OUTPUT_JSON)
		fputs("}\n", out);
	if (options->format == OUTPUT_TEXT) {
		fputs("\nThe lines with most memory; the kernel has rounded bytes to three digits.\n",
		      out);
		if (total > 0)
			fputs("Percent are of MemTotal.\n", out);
		print_mem_info(report->memory, options->exact, out);
	}
	groups_free(&groups);
}

/*
 * alloctag report --dmesg NAME. Ends the program if the log has no report, or
 * not as many as asked for.
 */
void report_dmesg(const char *name, const struct options *options)
{
	unsigned long at = period_number(&options->period);
	struct kernel_log log;
	struct error error;
	size_t size, number;
	int64_t time;
	char *text;
	FILE *out;

	if (read_all(name, &text, &size, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	if (expand_text(name, RECORDING_MAGIC, &text, &size, &error))
		die(EXIT_WRONG, "%s", error.text);
	kernel_log_parse(&log, text, size);
	free(text);
	if (!log.nr && log.oom_kills)
		die(EXIT_WRONG, "%s: the reports of the OOM killer (%zu) have no line \"Memory allocations\": the kernel has no allocation profiling, counted nothing, or is older than 6.10",
		    name, log.oom_kills);
	if (!log.nr)
		die(EXIT_WRONG, "%s: no report of memory by line in these %zu lines: it begins with \"Memory allocations\", after the Mem-Info of an OOM killer, a failed allocation or SysRq-m",
		    name, log.nr_lines);
	if (at > log.nr)
		die(EXIT_WRONG, "%s: no report %lu: there are %zu (--list)", name, at, log.nr);
	number = at ? at - 1 : log.nr - 1;
	out = open_output(options->output);
	if (options->list) {
		print_list(&log, options, out);
	} else {
		print_log_report(&log, number, name, options, out);
		fflush(out);
		print_flaws(&log.reports[number]);
	}
	close_output(out, options->output);
	kernel_log_free(&log);
}
