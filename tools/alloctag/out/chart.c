// SPDX-License-Identifier: GPL-2.0
/*
 * chart.c - alloctag chart: the largest lines over time, as SVG and HTML
 *
 * Areas are stacked, so that the upper edge is all memory. The largest lines
 * are above, in the order of the legend; the rest, "others", is below them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "out/chart.h"
#include "out/page.h"
#include "out/table.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/output.h"
#include "util/text.h"

/* The default title: the files, the times, and what is left out. */
static char *make_title(const struct timeline *timeline, char **files, int nr,
			const struct options *options)
{
	const struct point *last = &timeline->points[timeline->nr - 1];
	struct buffer title = { 0 };
	char text[HUMAN_SIZE];

	buffer_puts(&title, files[0]);
	if (nr > 1)
		buffer_printf(&title, " to %s", files[nr - 1]);
	if (timeline->axis != AXIS_NUMBER)
		buffer_printf(&title, ", %s",
			      human_seconds(text, (last->time - timeline->points[0].time) / 1e9));
	buffer_printf(&title, ", %zu snapshots", timeline->snapshots);
	if (is_estimate(timeline->format))
		buffer_puts(&title, ", estimated");
	if (options->filter.kernel && timeline->left_out)
		buffer_printf(&title, ", without %s of pages of files and processes",
			      human_bytes(text, timeline->left_out));
	return title.text;
}

struct page_data {
	const struct timeline *timeline;
	const char *empty;
};

static void print_values(const char *name, unsigned int hue,
			 const struct timeline *timeline, const int64_t *values,
			 FILE *out)
{
	size_t i;

	fputs("{name: ", out);
	print_json_string(out, name);
	fprintf(out, ", hue: %u, values: [", hue);
	for (i = 0; i < timeline->nr; i++)
		fprintf(out, "%s%" PRId64, i ? "," : "",
			values ? values[i] : timeline_others(timeline, i));
	fputs("]}", out);
}

/* For chart.html. Times are in seconds, or numbers of snapshots. */
static void print_data(const void *data, FILE *out)
{
	static const char * const axes[] = {
		[AXIS_TIME] = "time", [AXIS_ELAPSED] = "elapsed", [AXIS_NUMBER] = "number",
	};
	const struct page_data *page = data;
	const struct timeline *timeline = page->timeline;
	double unit = timeline->axis == AXIS_NUMBER ? 1 : 1e9;
	unsigned int a;
	size_t i;

	fprintf(out, "const axis = \"%s\";\nconst times = [", axes[timeline->axis]);
	for (i = 0; i < timeline->nr; i++)
		fprintf(out, "%s%.15g", i ? "," : "", timeline->points[i].time / unit);
	fputs("];\nconst breaks = {", out);
	for (i = 0; i < timeline->nr; i++)
		if (timeline->points[i].before)
			fprintf(out, "%zu: \"%s\", ", i,
				break_names[timeline->points[i].before]);
	fputs("};\nconst areas = [\n", out);
	for (a = 0; a < timeline->nr_areas; a++) {
		print_values(timeline->areas[a].label, timeline->areas[a].hue, timeline,
			     timeline->areas[a].values, out);
		fputs(",\n", out);
	}
	if (timeline->others) {
		char *name = xasprintf("%zu others", timeline->others);

		print_values(name, COLOR_PLAIN, timeline, NULL, out);
		fputs(",\n", out);
		free(name);
	}
	fputs("];\nconst emptyMessage = ", out);
	print_json_string(out, page->empty);
	fputs(";\n", out);
}

static void print_chart_html(const struct timeline *timeline, const char *title,
			     const char *empty, FILE *out)
{
	struct page_data data = { timeline, empty };

	print_page(PAGE_CHART, title, PALETTE_NAMES, print_data, &data, out);
}

int cmd_chart(int argc, char **argv)
{
	struct timeline timeline;
	struct options options;
	const char *empty;
	char *title;
	bool html;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (first == argc)
		die(EXIT_WRONG, "chart: which files?");
	html = is_page(argv[0], options.output);
	if (options.top > MAX_AREAS)
		die(EXIT_WRONG, "chart: --top: there are colors for %u areas", MAX_AREAS);
	options.filter.kernel = !options.user;
	timeline_read(&timeline, argv + first, argc - first, &options);
	empty = options.filter.file || options.filter.function ||
		options.filter.module || options.filter.type ?
		"No line with memory matches the options." :
		"No line has memory here. Pages of files and processes are left out; --user shows them.";
	title = options.title ? xstrdup(options.title) :
		make_title(&timeline, argv + first, argc - first, &options);
	out = open_output(options.output);
	if (html)
		print_chart_html(&timeline, title, empty, out);
	else
		print_chart_svg(&timeline, title, empty, out);
	close_output(out, options.output);
	free(title);
	timeline_free(&timeline);
	return 0;
}
