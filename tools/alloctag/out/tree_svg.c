// SPDX-License-Identifier: GPL-2.0
/*
 * tree_svg.c - a treemap or a flame graph as SVG, for documents and mail
 *
 * Rectangles are laid out as in "Squarified Treemaps" (Bruls, Huizing, van
 * Wijk, 2000): rows of children, as long as their rectangles become less
 * elongated. picture.html does the same.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/estimate.h"
#include "out/picture.h"
#include "out/svg.h"
#include "out/xml.h"
#include "util/buffer.h"
#include "util/text.h"

#define HEIGHT 800		/* of a treemap */
#define LEAST 2			/* pixels: smaller rectangles aren't drawn */

struct drawing {
	const struct picture *picture;
	const struct node *nodes;
	FILE *out;
	unsigned char *hues;	/* of nodes; NO_HUE: that of the node above it */
};

#define NO_HUE 255

/* The name in a rectangle; to be freed. */
static char *short_label(const struct node *node)
{
	char *label = node_label(node), *rest;

	/* All names of C types begin with it. */
	if (strncmp(label, "struct ", 7) || !label[7])
		return label;
	rest = xstrdup(label + 7);
	free(label);
	return rest;
}

/* By area, largest first. The names make it the same everywhere. */
static const struct node *sorted_nodes;

static int compare_areas(const void *x, const void *y)
{
	const struct node *a = &sorted_nodes[*(const uint32_t *)x];
	const struct node *b = &sorted_nodes[*(const uint32_t *)y];

	if (a->area != b->area)
		return a->area < b->area ? 1 : -1;
	return strcmp(name_text(a->name), name_text(b->name));
}

/*
 * Give each child of the root a color. If one has more than half of the whole,
 * its children get their own ones instead, and so on: else a picture of a
 * kernel without modules, or of call stacks that begin with one function, would
 * have one color.
 */
static void choose_hues(struct drawing *drawing, size_t nr)
{
	const struct node *nodes = drawing->nodes;
	uint32_t *roots = xmalloc(nr * sizeof(*roots)), above = 0, at;
	unsigned int used = 0;
	size_t roots_nr = 0, i;

	drawing->hues = xmalloc(nr);
	memset(drawing->hues, NO_HUE, nr);
	drawing->hues[0] = COLOR_PLAIN;
	for (;;) {
		uint32_t largest = nodes[above].first;
		bool split = nodes[largest].first && nodes[largest].area > nodes[0].area / 2;

		for (at = split ? nodes[largest].next : largest; at; at = nodes[at].next)
			roots[roots_nr++] = at;
		if (!split)
			break;
		drawing->hues[largest] = COLOR_PLAIN;
		above = largest;
	}
	sorted_nodes = nodes;
	qsort(roots, roots_nr, sizeof(*roots), compare_areas);
	for (i = 0; i < roots_nr; i++) {
		const struct node *node = &nodes[roots[i]];

		drawing->hues[roots[i]] = node->smaller ? COLOR_PLAIN :
					  choose_hue(name_text(node->name), &used);
	}
	free(roots);
}

static unsigned int node_color(const struct drawing *drawing, uint32_t index)
{
	const struct node *node = &drawing->nodes[index];

	switch (drawing->picture->palette) {
	case PALETTE_SLACK:
		return slack_color(node_slack(node));
	case PALETTE_GROWTH:
		return node_growth(drawing->picture, node);
	default:
		while (drawing->hues[index] == NO_HUE)
			index = drawing->nodes[index].parent;
		return drawing->hues[index];
	}
}

/* The path from below the root, for tooltips. */
static void print_path(const struct drawing *drawing, uint32_t index)
{
	const struct node *node = &drawing->nodes[index];
	char *label;

	if (node->parent) {
		print_path(drawing, node->parent);
		fputs(" / ", drawing->out);
	}
	label = node_label(node);
	print_xml(drawing->out, label);
	free(label);
}

/* All that is known of a node, which a browser shows as a tooltip. */
static void print_tooltip(const struct drawing *drawing, uint32_t index)
{
	const struct picture *picture = drawing->picture;
	const struct node *node = &drawing->nodes[index];
	FILE *out = drawing->out;
	char size[HUMAN_SIZE];

	fputs("<title>", out);
	print_path(drawing, index);
	if (node->type) {
		fputs("\n", out);
		print_xml(out, name_text(node->type));
	}
	fprintf(out, "\n%s", picture_size(picture, size, node->size));
	if (picture->estimates)
		fprintf(out, " \xc2\xb1 %s", margin_text(size, node->variance, false));
	if (picture->growth) {
		fprintf(out, ", before: %s", picture_size(picture, size, node->before));
		fprintf(out, ", change: %s%s", node->size > node->before ? "+" : "",
			picture_size(picture, size, node->size - node->before));
	}
	fprintf(out, ", %.1f %%, %" PRId64 " %s", drawing->nodes[0].size > 0 ?
		100.0 * node->size / drawing->nodes[0].size : 0, node->count,
		picture->unit == UNIT_NANOSECONDS ? "waits" : "allocations");
	if (picture->palette == PALETTE_SLACK && node->known > 0)
		fprintf(out, ", %.1f %% slack", 100 * node_slack(node));
	else if (picture->palette == PALETTE_SLACK)
		fputs(", slack not known", out);
	fputs("</title>", out);
}

/*
 * The number that a rectangle shows: its bytes, or its change if that is what
 * areas are. A container of lines that grow and lines that shrink may have a
 * large area and a small change.
 */
static char *size_text(const struct drawing *drawing, const struct node *node)
{
	int64_t change = node->size - node->before;
	char size[2][HUMAN_SIZE];
	const char *plus = change > 0 ? "+" : "";

	if (drawing->picture->changes)
		return xasprintf("%s%s", plus, picture_size(drawing->picture, size[0], change));
	if (drawing->picture->growth && node_growth(drawing->picture, node) != COLOR_UNCHANGED)
		return xasprintf("%s (%s%s)", picture_size(drawing->picture, size[0], node->size), plus,
				 picture_size(drawing->picture, size[1], change));
	return xstrdup(picture_size(drawing->picture, size[0], node->size));
}

/* The name and the size of a node, as far as there is room for them. */
static void print_label(const struct drawing *drawing, const struct node *node,
			bool leaf, double x, double y, double width, double height)
{
	char *label, *size, *shown;
	double used, room = width - 6;

	if (height < SVG_LABEL - 1 || room < 14)
		return;
	label = short_label(node);
	size = size_text(drawing, node);
	/* "(12 smaller)" says nothing if it is cut off. */
	if (node->smaller && svg_text_width(label) > room) {
		free(label);
		label = xasprintf("+%u", node->smaller);
	}
	used = svg_text_width(label);
	shown = node->smaller && used > room ? NULL : svg_fit(label, room);
	if (shown)
		svg_text(drawing->out, NULL, x + 3, y + 11.5, shown);
	if (shown && used + 14 + svg_text_width(size) <= room)
		svg_text(drawing->out, "end", x + width - 3, y + 11.5, size);
	else if (shown && leaf && height >= 2 * SVG_LABEL - 2 &&
		 svg_text_width(size) <= room)
		svg_text(drawing->out, NULL, x + 3, y + 24.5, size);
	free(shown);
	free(label);
	free(size);
}

/* A rectangle with its tooltip, and its label if there is room for it. */
static void print_rectangle(const struct drawing *drawing, uint32_t index,
			    bool leaf, double x, double y, double width,
			    double height)
{
	fprintf(drawing->out,
		"<g><rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
		node_color(drawing, index), x, y, width, height);
	print_tooltip(drawing, index);
	fputc('\n', drawing->out);
	print_label(drawing, &drawing->nodes[index], leaf, x, y, width, height);
	fputs("</g>\n", drawing->out);
}

static void draw_treemap(const struct drawing *drawing, uint32_t index,
			 double x, double y, double width, double height);

/* Draw a node and its children in a rectangle. */
static void draw_node(const struct drawing *drawing, uint32_t index, double x,
		      double y, double width, double height)
{
	bool leaf = !drawing->nodes[index].first || width <= 8 ||
		    height <= SVG_LABEL + 6;

	if (width < LEAST || height < LEAST)
		return;
	print_rectangle(drawing, index, leaf, x, y, width, height);
	if (!leaf)
		draw_treemap(drawing, index, x + 2, y + SVG_LABEL, width - 4,
			     height - SVG_LABEL - 2);
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
	const struct node *nodes = drawing->nodes;
	double scale = width * height / nodes[index].area;
	uint32_t row = nodes[index].first;

	/* What is gone has no area, and comes last. */
	while (row && nodes[row].area > 0) {
		double side = fmin(width, height);
		double sum = nodes[row].area * scale, most = sum, least = sum;
		double thickness, at;
		uint32_t end = nodes[row].next;

		if (side < 1)
			return;
		for (; end && nodes[end].area > 0; end = nodes[end].next) {
			double area = nodes[end].area * scale;

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
			double length = nodes[row].area * scale / thickness;

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
	const struct node *nodes = drawing->nodes;
	uint32_t at;

	for (at = nodes[index].first; at; at = nodes[at].next) {
		double part = width * nodes[at].area / nodes[index].area;

		if (part >= 0.5) {
			print_rectangle(drawing, at, true, x, y, part, SVG_LABEL + 2);
			draw_flame(drawing, at, x, y + SVG_LABEL + 3, part);
		}
		x += part;
	}
}

/* How many levels of rectangles draw_flame() draws in WIDTH. */
static unsigned int flame_depth(const struct node *nodes, uint32_t index,
				double width)
{
	unsigned int depth = 0;
	uint32_t at;

	for (at = nodes[index].first; at; at = nodes[at].next) {
		double part = width * nodes[at].area / nodes[index].area;
		unsigned int below = part >= 0.5 ? flame_depth(nodes, at, part) + 1 : 0;

		if (below > depth)
			depth = below;
	}
	return depth;
}

void print_tree_svg(const struct picture *picture, FILE *out)
{
	struct drawing drawing = { .picture = picture, .out = out,
				   .nodes = picture->tree->nodes };
	const struct node *all = &picture->tree->nodes[0];
	unsigned int height = HEIGHT, top;
	char size[2][HUMAN_SIZE];
	char *title, *error = NULL;

	if (picture->estimates)
		error = xasprintf(" \xc2\xb1 %s (95 %%)",
				  margin_text(size[0], all->variance, false));
	title = xasprintf("%s: %s%s", picture->title, picture_size(picture, size[0], all->size),
			  error ? error : "");
	if (picture->growth) {
		char *longer = xasprintf("%s, %s%s", title,
					 all->size > all->before ? "+" : "",
					 picture_size(picture, size[1], all->size - all->before));

		free(title);
		title = longer;
	}
	top = svg_header(title);
	if (picture->palette != PALETTE_NAMES)
		top += SVG_LEGEND;
	if (all->area <= 0)
		height = 200;
	else if (picture->kind == PICTURE_FLAME)
		height = top + 4 + (SVG_LABEL + 3) *
			 flame_depth(drawing.nodes, 0, SVG_WIDTH - 4);
	svg_begin(out, picture->palette, height, title);
	svg_legend(out, picture->palette, svg_header(title));
	free(title);
	free(error);
	if (all->area <= 0) {
		svg_message(out, height, picture->empty);
	} else {
		choose_hues(&drawing, picture->tree->nr);
		if (picture->kind == PICTURE_TREEMAP)
			draw_treemap(&drawing, 0, 2, top, SVG_WIDTH - 4, HEIGHT - top - 2);
		else
			draw_flame(&drawing, 0, 2, top, SVG_WIDTH - 4);
		free(drawing.hues);
	}
	svg_end(out);
}
