/* SPDX-License-Identifier: GPL-2.0 */
/*
 * picture.h - what a treemap or a flame graph shows
 */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdio.h>

#include "out/colors.h"
#include "out/tree.h"
#include "util/text.h"

enum picture_kind {
	PICTURE_TREEMAP,
	PICTURE_FLAME,
};

struct picture {
	enum picture_kind kind;
	const struct tree *tree;
	const char *title;
	const char *empty;	/* what to say if there is nothing to draw */
	enum palette palette;	/* what colors show */
	enum unit unit;		/* of sizes: bytes, or nanoseconds asleep */
	bool growth;		/* there are sizes of another snapshot */
	bool changes;		/* areas are changes, not sizes */
	bool estimates;		/* sizes have errors */
};

const char *picture_size(const struct picture *picture, char text[HUMAN_SIZE],
			 int64_t size);
char *node_label(const struct node *node);
double node_slack(const struct node *node);
unsigned int node_growth(const struct picture *picture, const struct node *node);
void write_picture(const struct picture *picture, const char *output, bool html);
void print_tree_svg(const struct picture *picture, FILE *out);
void print_tree_html(const struct picture *picture, FILE *out);

#endif
