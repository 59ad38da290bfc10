// SPDX-License-Identifier: GPL-2.0
/*
 * nodes.c - alloctag report --by=node: live memory of watched lines by node
 *
 * The kernel knows the node of what it has a record of, so the lines must have
 * been watched with the flag n when they allocated it.
 */
#include <stdlib.h>
#include <string.h>

#include "out/table.h"
#include "report/envelope.h"
#include "snapshot/place.h"
#include "snapshot/read.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/output.h"
#include "watch/live.h"
#include "watch/nodes.h"
#include "watch/watched.h"

struct numa_node {
	name_t name;
	int64_t bytes, live;
	size_t lines;
};

/* Nodes by number, then "all" and "unknown". */
static int compare_nodes(const void *x, const void *y)
{
	const char *a = name_text(((const struct numa_node *)x)->name);
	const char *b = name_text(((const struct numa_node *)y)->name);

	return strverscmp(a, b);
}

/* Add up the lines that the options select. Returns the number of nodes. */
static size_t add_up_nodes(const struct watched *watched,
			   const struct options *options, struct numa_node *nodes)
{
	size_t nr = 0, i, k;

	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];

		if (!filter_matches(&options->filter, &line->entry))
			continue;
		for (k = 0; k < nr && nodes[k].name != line->node; k++)
			;
		if (k == nr)
			nodes[nr++].name = line->node;
		nodes[k].bytes += line->entry.bytes;
		nodes[k].live += line->entry.live;
		nodes[k].lines += line->entry.live != 0;
	}
	qsort(nodes, nr, sizeof(*nodes), compare_nodes);
	return nr;
}

/*
 * Print a table of NAME, a copy of alloctag/nodes; NULL for that of the running
 * kernel. Ends the program if it can't be read. Returns 0.
 */
int report_nodes(const struct options *options, const char *name)
{
	struct options shown = *options;
	struct watched watched;
	struct numa_node *nodes;
	struct table table = { 0 };
	int64_t total = 0;
	bool unknown = false;
	size_t nr, i;
	FILE *out;

	if (name) {
		read_watched(&watched, name);
		if (watched.kind != WATCHED_NODES)
			die(EXIT_WRONG, "report: %s: this is alloctag/%s", name,
			    watched_names[watched.kind]);
	} else {
		need_counters("report");
		read_watched_live(&watched, WATCHED_NODES);
	}
	/* The lines were selected when they were watched. */
	shown.filter.all_lines = true;
	nodes = xcalloc(watched.nr, sizeof(*nodes));
	nr = add_up_nodes(&watched, &shown, nodes);
	for (i = 0; i < nr; i++)
		total += nodes[i].bytes;

	out = open_output(options->output);
	table_column(&table, "bytes", COLUMN_BYTES);
	table_column(&table, "percent", COLUMN_PERCENT);
	table_column(&table, "live", COLUMN_COUNT);
	table_column(&table, "lines", COLUMN_COUNT);
	table_column(&table, "node", COLUMN_TEXT);
	for (i = 0; i < nr; i++) {
		table_count(&table, nodes[i].bytes);
		table_percent(&table, total ? 100.0 * nodes[i].bytes / total : 0);
		table_count(&table, nodes[i].live);
		table_count(&table, nodes[i].lines);
		table_name(&table, name_text(nodes[i].name));
		unknown |= !strcmp(name_text(nodes[i].name), "unknown");
	}
	begin_rows(out, options->format, name ? watched.time : 0, !name);
	table_print(&table, out, options->format, options->exact);
	end_rows(out, options->format);
	if (options->format == OUTPUT_TEXT && !watched.nr)
		fputs("No line is watched for it: alloctag watch TERMS +n.\n", out);
	if (options->format == OUTPUT_TEXT && unknown)
		fputs("\nunknown: allocated before its line was watched, or beyond the line's limit of records\n",
		      out);
	close_output(out, options->output);
	free(nodes);
	watched_free(&watched);
	return 0;
}
