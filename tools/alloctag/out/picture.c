// SPDX-License-Identifier: GPL-2.0
/*
 * picture.c - alloctag treemap and flame: pictures as SVG and HTML
 *
 * Both forms are one file that refers to nothing else. An SVG is drawn here,
 * for documents and mail. An HTML file has the tree as data, and the page
 * picture.html draws it, so that it can be searched and zoomed.
 *
 * Rectangles are laid out as in "Squarified Treemaps" (Bruls, Huizing, van
 * Wijk, 2000): rows of children, as long as their rectangles become less
 * elongated.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "commands.h"
#include "out/estimate.h"
#include "out/table.h"
#include "out/tree.h"
#include "out/tree_input.h"
#include "out/xml.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/text.h"
#include "watch/live.h"
#include "watch/slack.h"

/* picture.html, as it is. */
__asm__(".section .rodata.picture_page, \"a\"\n"
	"picture_page: .incbin \"tools/alloctag/out/picture.html\"\n"
	".byte 0\n"
	".previous\n");
extern const char picture_page[];

enum picture {
	PICTURE_TREEMAP,
	PICTURE_FLAME,
};

#define WIDTH 1200
#define HEIGHT 800
#define HEADER 24		/* the title of the picture */
#define LABEL 15		/* the height of a line of text */
#define CHARACTER 6.2		/* the width of one, about */
#define NR_HUES 12
#define NR_SLACK_COLORS 11	/* 0 % to 50 % and more; the last: not known */

/* The parameters of a picture. */
struct drawing {
	const struct tree *tree;
	FILE *out;
	double total;
	bool slack;		/* colors show slack */
	bool errors;		/* sizes are estimates */
};

/* How much of a node's bytes is slack; -1: not known. */
static double node_slack(const struct node *node)
{
	return node->known > 0 ? (double)node->slack / node->known : -1;
}

/* The name of a node; to be freed. */
static char *node_label(const struct node *node)
{
	const char *text = name_text(node->name);

	if (node->smaller)
		return xasprintf("(%u smaller)", node->smaller);
	if (*text && !text[strspn(text, "0123456789")])
		return xasprintf("line %s", text);
	return xasprintf("%s", text);
}

/* The color of slack, or of the top-level directory or type of a node. */
static unsigned int node_color(const struct drawing *drawing, uint32_t index)
{
	const struct tree *tree = drawing->tree;
	const char *text;
	unsigned int hash = 0;

	if (drawing->slack) {
		double slack = node_slack(&tree->nodes[index]);

		return slack < 0 ? NR_SLACK_COLORS - 1 :
		       fmin(slack * 2, 1) * (NR_SLACK_COLORS - 2);
	}
	while (tree->nodes[index].parent)
		index = tree->nodes[index].parent;
	for (text = name_text(tree->nodes[index].name); *text; text++)
		hash = hash * 31 + (unsigned char)*text;
	return hash % NR_HUES;
}

/* The path from below the root, for tooltips. */
static void print_path(const struct drawing *drawing, uint32_t index)
{
	const struct node *node = &drawing->tree->nodes[index];
	char *label;

	if (node->parent) {
		print_path(drawing, node->parent);
		fputs(" / ", drawing->out);
	}
	label = node_label(node);
	print_xml(drawing->out, label);
	free(label);
}

static void print_style(FILE *out, bool slack)
{
	unsigned int colors = slack ? NR_SLACK_COLORS : NR_HUES, i, dark;

	fputs("<style>\n"
	      "text { font: 11px sans-serif; fill: #111; pointer-events: none; }\n"
	      ".title { font-size: 14px; }\n"
	      ".page { fill: #fff; }\n"
	      "rect { stroke: #fff; stroke-width: 1; }\n", out);
	for (dark = 0; dark < 2; dark++) {
		if (dark)
			fputs("@media (prefers-color-scheme: dark) {\n"
			      "text { fill: #eee; }\n"
			      ".page { fill: #16181c; }\n"
			      "rect { stroke: #16181c; }\n", out);
		for (i = 0; i < colors; i++) {
			/*
			 * Hues all around; of slack, from green to red, and
			 * gray. Light or dark.
			 */
			double hue = slack ? 120 - i * 120.0 / (NR_SLACK_COLORS - 2) :
				     i * 360.0 / NR_HUES;
			double level = dark ? 0.33 : 0.78;
			double chroma = slack && i == NR_SLACK_COLORS - 1 ? 0 :
					dark ? 0.20 : 0.24;
			double rgb[3];
			unsigned int c;

			for (c = 0; c < 3; c++)
				rgb[c] = level + chroma *
					 cos((hue - 120.0 * c) * M_PI / 180) / 1.5;
			fprintf(out, ".c%u { fill: #%02x%02x%02x; }\n", i,
				(unsigned int)(fmin(fmax(rgb[0], 0), 1) * 255),
				(unsigned int)(fmin(fmax(rgb[1], 0), 1) * 255),
				(unsigned int)(fmin(fmax(rgb[2], 0), 1) * 255));
		}
		if (dark)
			fputs("}\n", out);
	}
	fputs("</style>\n", out);
}

/* A rectangle with its tooltip, and its label if there is room for it. */
static void print_rectangle(const struct drawing *drawing, uint32_t index,
			    double x, double y, double width, double height)
{
	const struct node *node = &drawing->tree->nodes[index];
	char size[HUMAN_SIZE];
	char *label;
	size_t room, shown;

	fprintf(drawing->out,
		"<g><rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n<title>",
		node_color(drawing, index), x, y, width, height);
	print_path(drawing, index);
	if (node->type) {
		fputs("\n", drawing->out);
		print_xml(drawing->out, name_text(node->type));
	}
	fprintf(drawing->out, "\n%s", human_bytes(size, node->bytes));
	if (drawing->errors)
		fprintf(drawing->out, " \xc2\xb1 %s",
			margin_text(size, node->variance, false));
	fprintf(drawing->out, ", %.1f %%, %" PRId64 " allocations",
		100 * node->bytes / drawing->total, node->live);
	if (drawing->slack && node->known > 0)
		fprintf(drawing->out, ", %.1f %% slack", 100 * node_slack(node));
	else if (drawing->slack)
		fputs(", slack not known", drawing->out);
	fputs("</title>", drawing->out);
	room = width > 2 * CHARACTER ? (width - 6) / CHARACTER : 0;
	if (height >= LABEL - 2 && room >= 3) {
		label = node_label(node);
		shown = strlen(label);
		if (shown > room) {
			shown = room - 1;
			/* Not within a character. */
			while (shown && (label[shown] & 0xc0) == 0x80)
				shown--;
			label[shown] = '\0';
		} else {
			room = 0;
		}
		fprintf(drawing->out, "\n<text x=\"%.1f\" y=\"%.1f\">", x + 3, y + 11);
		print_xml(drawing->out, label);
		fprintf(drawing->out, "%s</text>", room ? "\xe2\x80\xa6" : "");
		free(label);
	}
	fputs("</g>\n", drawing->out);
}

static void draw_treemap(const struct drawing *drawing, uint32_t index,
			 double x, double y, double width, double height);

/* Draw a node and its children in a rectangle. */
static void draw_node(const struct drawing *drawing, uint32_t index, double x,
		      double y, double width, double height)
{
	if (width < 1.5 || height < 1.5)
		return;
	print_rectangle(drawing, index, x, y, width, height);
	if (drawing->tree->nodes[index].first && width > 8 && height > LABEL + 6)
		draw_treemap(drawing, index, x + 2, y + LABEL, width - 4,
			     height - LABEL - 2);
}

/* The worst ratio of sides in a row of SIDE with these areas. */
static double worst_ratio(double least, double most, double sum, double side)
{
	double square = sum * sum, sides = side * side;

	return fmax(sides * most / square, square / (sides * least));
}

/* Draw the children of a node. */
static void draw_treemap(const struct drawing *drawing, uint32_t index,
			 double x, double y, double width, double height)
{
	const struct node *nodes = drawing->tree->nodes;
	double scale = width * height / nodes[index].bytes;
	uint32_t row = nodes[index].first;

	while (row) {
		double side = fmin(width, height);
		double sum = nodes[row].bytes * scale, most = sum, least = sum;
		double thickness, at;
		uint32_t end = nodes[row].next;

		if (side < 1)
			return;
		for (; end; end = nodes[end].next) {
			double area = nodes[end].bytes * scale;

			if (worst_ratio(fmin(area, least), fmax(area, most),
					sum + area, side) >
			    worst_ratio(least, most, sum, side))
				break;
			sum += area;
			least = fmin(area, least);
			most = fmax(area, most);
		}
		thickness = sum / side;
		for (at = 0; row != end; row = nodes[row].next) {
			double length = nodes[row].bytes * scale / thickness;

			if (width >= height)
				draw_node(drawing, row, x, y + at, thickness, length);
			else
				draw_node(drawing, row, x + at, y, length, thickness);
			at += length;
		}
		if (width >= height) {
			x += thickness;
			width -= thickness;
		} else {
			y += thickness;
			height -= thickness;
		}
	}
}

/* The root above, its children below it, and so on. */
static void draw_flame(const struct drawing *drawing, uint32_t index, double x,
		       double y, double width)
{
	const struct node *nodes = drawing->tree->nodes;
	uint32_t at;

	for (at = nodes[index].first; at; at = nodes[at].next) {
		double part = width * nodes[at].bytes / nodes[index].bytes;

		if (part >= 0.5) {
			print_rectangle(drawing, at, x, y, part, LABEL + 2);
			draw_flame(drawing, at, x, y + LABEL + 3, part);
		}
		x += part;
	}
}

static unsigned int tree_depth(const struct tree *tree, uint32_t index)
{
	unsigned int depth = 0;
	uint32_t at;

	for (at = tree->nodes[index].first; at; at = tree->nodes[at].next) {
		unsigned int below = tree_depth(tree, at) + 1;

		if (below > depth)
			depth = below;
	}
	return depth;
}

static void print_svg(const struct tree *tree, enum picture picture,
		      const char *title, bool slack, bool errors, FILE *out)
{
	struct drawing drawing = { .tree = tree, .out = out, .slack = slack,
				   .errors = errors,
				   .total = tree->nodes[0].bytes };
	unsigned int height = picture == PICTURE_TREEMAP ? HEIGHT :
			      HEADER + 8 + tree_depth(tree, 0) * (LABEL + 3);
	char size[HUMAN_SIZE];

	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n",
		WIDTH, height, WIDTH, height);
	print_style(out, slack);
	fprintf(out, "<rect class=\"page\" width=\"%u\" height=\"%u\"/>\n", WIDTH,
		height);
	fputs("<text class=\"title\" x=\"6\" y=\"16\">", out);
	print_xml(out, title);
	fprintf(out, ": %s", human_bytes(size, tree->nodes[0].bytes));
	if (errors)
		fprintf(out, " \xc2\xb1 %s (95 %%)",
			margin_text(size, tree->nodes[0].variance, false));
	fprintf(out, "%s</text>\n", slack ? "; colors: slack, from 0 % (green) to 50 % (red); gray: not known" :
		"");
	if (!tree->nodes[0].bytes)
		;
	else if (picture == PICTURE_TREEMAP)
		draw_treemap(&drawing, 0, 2, HEADER, WIDTH - 4, HEIGHT - HEADER - 2);
	else
		draw_flame(&drawing, 0, 2, HEADER, WIDTH - 4);
	fputs("</svg>\n", out);
}

/*
 * A node as [name, bytes, live, type, [children...]], and with SLACK the part
 * of it that is slack, -1 if it is not known. With ERRORS also half of the 95 %
 * interval of the bytes, after the slack.
 */
static void print_node(const struct tree *tree, uint32_t index, bool slack,
		       bool errors, FILE *out)
{
	const struct node *node = &tree->nodes[index];
	char *label = node_label(node);
	uint32_t at;

	fputc('[', out);
	print_json_string(out, index ? label : "all");
	free(label);
	fprintf(out, ",%" PRId64 ",%" PRId64, node->bytes, node->live);
	if (node->type || node->first || slack || errors) {
		fputc(',', out);
		print_json_string(out, name_text(node->type));
	}
	if (node->first) {
		fputs(",[", out);
		for (at = node->first; at; at = tree->nodes[at].next) {
			if (at != node->first)
				fputs(",\n", out);
			print_node(tree, at, slack, errors, out);
		}
		fputc(']', out);
	} else if (slack || errors) {
		fputs(",0", out);
	}
	if (slack || errors)
		fprintf(out, ",%.3g", node_slack(node));
	if (errors)
		fprintf(out, ",%" PRId64, margin_of(node->variance));
	fputc(']', out);
}

/* Fill in the page: @TITLE@, @KIND@, @COLOR@ and @DATA@. */
static void print_html(const struct tree *tree, enum picture picture,
		       const char *title, bool slack, bool errors, FILE *out)
{
	const char *at = picture_page;

	while (*at) {
		size_t length = strcspn(at, "@");

		fwrite(at, 1, length, out);
		at += length;
		if (!strncmp(at, "@TITLE@", 7)) {
			print_xml(out, title);
			at += 7;
		} else if (!strncmp(at, "@KIND@", 6)) {
			fputs(picture == PICTURE_FLAME ? "flame" : "treemap", out);
			at += 6;
		} else if (!strncmp(at, "@COLOR@", 7)) {
			fputs(slack ? "slack" : "top", out);
			at += 7;
		} else if (!strncmp(at, "@DATA@", 6)) {
			print_node(tree, 0, slack, errors, out);
			at += 6;
		} else if (*at) {
			fputc(*at++, out);
		}
	}
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), size = strlen(end);

	return length > size && !strcmp(text + length - size, end);
}

/*
 * The default title: the file, and its date; for estimates, how many samples
 * there are; and what is left out.
 */
static char *make_title(const char *file, const struct snapshot *snapshot,
			const struct filter *filter)
{
	struct buffer title = { 0 };
	char left_out[HUMAN_SIZE];
	time_t seconds = snapshot->time / 1000000000;
	struct totals totals;
	char date[32] = "";
	struct tm when;

	if (seconds && gmtime_r(&seconds, &when))
		strftime(date, sizeof(date), ", %Y-%m-%d %H:%M UTC", &when);
	add_up(snapshot, &totals);
	if (is_estimate(snapshot->format))
		buffer_printf(&title, "%s%s, estimated from %" PRIu64 " samples",
			      file ? file : "Live memory", date, totals.samples);
	else
		buffer_printf(&title, "%s%s", file ? file : "Live memory by line", date);
	if (filter->kernel && totals.bytes[OWNER_USER])
		buffer_printf(&title, ", without %s of pages of files and processes",
			      human_bytes(left_out, totals.bytes[OWNER_USER]));
	return title.text;
}

/*
 * Slack for the colors: of --slack=FILE, of the input itself if that is a copy
 * of alloctag/slack, or of the running kernel.
 */
static void read_waste(struct waste *waste, const struct options *options,
		       const char *file, const struct watched *input)
{
	struct watched slack;

	if (!options->slack && file && input && input->kind == WATCHED_SLACK) {
		waste_init(waste, input, &options->filter);
		return;
	}
	if (options->slack)
		read_watched(&slack, options->slack);
	else if (file)
		die(EXIT_WRONG, "--color=slack: %s has no slack; --slack=FILE, with a copy of alloctag/slack, is missing",
		    file);
	else
		read_watched_live(&slack, WATCHED_SLACK);
	if (slack.kind != WATCHED_SLACK)
		die(EXIT_WRONG, "--slack: %s: this is alloctag/%s", options->slack,
		    watched_names[slack.kind]);
	waste_init(waste, &slack, &options->filter);
	watched_free(&slack);
}

static int draw(int argc, char **argv, enum picture picture)
{
	struct snapshot snapshot;
	struct options options;
	struct watched watched;
	struct waste waste;
	struct tree tree;
	char *title, *file;
	bool html, found, by_slack;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (argc - first > 1)
		die(EXIT_WRONG, "%s: more than one file", argv[0]);
	if (!options.output)
		die(EXIT_WRONG, "%s: -o FILE is missing, with .svg or .html at its end",
		    argv[0]);
	html = ends_with(options.output, ".html");
	if (!html && !ends_with(options.output, ".svg"))
		die(EXIT_WRONG, "%s: %s ends neither with .svg nor with .html", argv[0],
		    options.output);
	by_slack = options.color == NR_COLORS ? options.slack != NULL :
		   options.color == COLOR_SLACK;
	file = first < argc ? argv[first] : NULL;
	found = read_tree_input(&options, file, &snapshot, &watched);
	/* Who watches such pages wants to see them. */
	if (options.user && options.filter.kernel)
		die(EXIT_WRONG, "%s: --kernel and --user exclude each other", argv[0]);
	if (!options.user && (!found || watched.kind == WATCHED_SAMPLES))
		options.filter.kernel = true;
	if (by_slack)
		read_waste(&waste, &options, file, found ? &watched : NULL);
	if (options.tree == TREE_STACK)
		tree_build_stacks(&tree, &watched, &options.filter,
				  by_slack ? &waste : NULL);
	else
		tree_build(&tree, &snapshot, &options.filter, options.tree,
			   by_slack ? &waste : NULL);
	/* A page draws what there is room for, and finds all of it. */
	tree_finish(&tree, html ? 0 : 0.0002);
	title = options.title ? xasprintf("%s", options.title) :
		make_title(file, &snapshot, &options.filter);
	out = open_output(options.output);
	if (html)
		print_html(&tree, picture, title, by_slack,
			   is_estimate(snapshot.format), out);
	else
		print_svg(&tree, picture, title, by_slack,
			  is_estimate(snapshot.format), out);
	close_output(out, options.output);
	free(title);
	tree_free(&tree);
	if (by_slack)
		waste_free(&waste);
	if (found)
		watched_free(&watched);
	snapshot_free(&snapshot);
	return 0;
}

int cmd_treemap(int argc, char **argv)
{
	return draw(argc, argv, PICTURE_TREEMAP);
}

int cmd_flame(int argc, char **argv)
{
	return draw(argc, argv, PICTURE_FLAME);
}
