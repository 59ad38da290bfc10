// SPDX-License-Identifier: GPL-2.0
/*
 * tree_html.c - the data of a treemap or a flame graph for picture.html
 *
 * The page gets the whole tree, and leaves out what is too small when it draws:
 * what is small in the whole is large after a zoom, and a search finds it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "out/estimate.h"
#include "out/page.h"
#include "out/picture.h"
#include "out/table.h"
#include "util/buffer.h"
#include "util/text.h"

static void print_node(const struct picture *picture, uint32_t index, FILE *out)
{
	const struct tree *tree = picture->tree;
	const struct node *node = &tree->nodes[index];
	bool slack = picture->palette == PALETTE_SLACK;
	bool more = slack || picture->estimates || picture->growth;
	char *label = node_label(node);
	uint32_t at;

	fputc('[', out);
	print_json_string(out, index ? label : "all");
	free(label);
	fprintf(out, ",%" PRId64 ",%" PRId64, node->size, node->count);
	if (node->type || node->first || more) {
		fputc(',', out);
		print_json_string(out, name_text(node->type));
	}
	if (node->first) {
		fputs(",[", out);
		for (at = node->first; at; at = tree->nodes[at].next) {
			if (at != node->first)
				fputs(",\n", out);
			print_node(picture, at, out);
		}
		fputc(']', out);
	} else if (more) {
		fputs(",0", out);
	}
	if (slack || picture->estimates)
		fprintf(out, ",%.3g", node_slack(node));
	if (picture->estimates)
		fprintf(out, ",%" PRId64, margin_of(node->variance));
	if (picture->growth)
		fprintf(out, ",%" PRId64, node->before);
	if (picture->growth && picture->estimates)
		fprintf(out, ",%" PRId64,
			margin_of(node->variance + node->variance_before));
	fputc(']', out);
}

static void print_legend(const struct picture *picture, FILE *out)
{
	unsigned int i;

	fputs("const legend = [", out);
	if (picture->palette == PALETTE_GROWTH)
		for (i = 0; i < NR_GROWTH_COLORS; i++)
			fprintf(out, "%s\"%s\"", i ? ", " : "", growth_legend[i]);
	if (picture->palette == PALETTE_SLACK) {
		for (i = 0; i < NR_SLACK_COLORS - 1; i++)
			fprintf(out, "\"%.0f %%%s\", ", i * 50.0 / (NR_SLACK_COLORS - 2),
				i == NR_SLACK_COLORS - 2 ? " and more" : "");
		fputs("\"not known\"", out);
	}
	fputs("];\n", out);
}

static void print_data(const void *data, FILE *out)
{
	static const char * const palettes[NR_PALETTES] = { "names", "slack", "growth" };
	const struct picture *picture = data;

	fputs("const data = ", out);
	print_node(picture, 0, out);
	fprintf(out, ";\nconst kind = \"%s\";\n",
		picture->kind == PICTURE_FLAME ? "flame" : "treemap");
	fprintf(out, "const palette = \"%s\";\n", palettes[picture->palette]);
	fputs("const columns = [\"name\", \"size\", \"count\", \"type\", \"children\"", out);
	if (picture->palette == PALETTE_SLACK || picture->estimates)
		fputs(", \"slack\"", out);
	if (picture->estimates)
		fputs(", \"error\"", out);
	if (picture->growth)
		fputs(", \"before\"", out);
	if (picture->growth && picture->estimates)
		fputs(", \"changeError\"", out);
	fprintf(out, "];\nconst growth = %s;\nconst areasAreChanges = %s;\n",
		picture->growth ? "true" : "false", picture->changes ? "true" : "false");
	fprintf(out, "const waits = %s;\n", picture->unit == UNIT_NANOSECONDS ? "true" : "false");
	print_legend(picture, out);
	fputs("const emptyMessage = ", out);
	print_json_string(out, picture->empty);
	fputs(";\n", out);
}

void print_tree_html(const struct picture *picture, FILE *out)
{
	print_page(PAGE_PICTURE, picture->title, picture->palette, print_data, picture,
		   out);
}
