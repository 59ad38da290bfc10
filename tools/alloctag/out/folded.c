// SPDX-License-Identifier: GPL-2.0
/*
 * folded.c - stacks for flamegraph.pl: frames with semicolons between them, a
 * blank, and a number
 */
#include <inttypes.h>

#include "out/folded.h"

/* A frame: semicolons separate frames. */
static void print_frame(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(*text == ';' ? ':' : *text, out);
}

static void print_stack(const struct tree *tree, uint32_t index, FILE *out)
{
	const struct node *node = &tree->nodes[index];

	if (node->parent) {
		print_stack(tree, node->parent, out);
		fputc(';', out);
	}
	print_frame(out, name_text(node->name));
}

static void print_leaves(const struct tree *tree, uint32_t index,
			 const char *root, FILE *out)
{
	const struct node *node = &tree->nodes[index];
	uint32_t at;

	if (index && !node->first) {
		fputs(root, out);
		print_stack(tree, index, out);
		fprintf(out, " %" PRId64 "\n", node->size);
	}
	for (at = node->first; at; at = tree->nodes[at].next)
		print_leaves(tree, at, root, out);
}

/* A line for each leaf of TREE. ROOT: a frame before the others, or "". */
void print_folded(const struct tree *tree, const char *root, FILE *out)
{
	print_leaves(tree, 0, root, out);
}
