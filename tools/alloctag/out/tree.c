// SPDX-License-Identifier: GPL-2.0
/*
 * tree.c - the tree of directories, files, functions and lines
 *
 * For pictures and folded stacks. Lines whose size is 0 are left out, unless
 * they had one in a snapshot to compare with. A function with one line
 * is one node, FUNCTION:LINE. The tree of call stacks begins with the outermost
 * functions and ends with lines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out/tree.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/error.h"
#include "watch/slack.h"
#include "watch/stack.h"

const char * const tree_names[NR_TREE_KINDS] = {
	[TREE_SOURCE] = "source",
	[TREE_TYPE] = "type",
	[TREE_MODULE] = "module",
	[TREE_STACK] = "stack",
};

/* Components of a path, and functions of a call stack. */
#define MAX_DEPTH 1000

/* The child of PARENT with this name, which is added if there is none. */
static uint32_t child(struct tree *tree, uint32_t parent, name_t name)
{
	uint32_t hash = hash_add(parent, name), number;
	struct node *node;
	size_t at = 0;

	while ((number = index_next(&tree->index, hash, &at)) != INDEX_NONE)
		if (tree->nodes[number].parent == parent &&
		    tree->nodes[number].name == name)
			return number;
	tree->nodes = grow(tree->nodes, tree->nr, &tree->room, sizeof(*node));
	node = &tree->nodes[tree->nr];
	memset(node, 0, sizeof(*node));
	node->name = name;
	node->parent = parent;
	node->next = tree->nodes[parent].first;
	tree->nodes[parent].first = tree->nr;
	index_add(&tree->index, hash, tree->nr);
	return tree->nr++;
}

static name_t add_name(const char *text, size_t length)
{
	name_t name = names_add(text, length);

	/* Parts of names are names. */
	if (name == NAME_BAD)
		die(EXIT_CANNOT, "too many names");
	return name;
}

/* The node of a file: one level for each component of its path. */
static uint32_t file_node(struct tree *tree, uint32_t parent, name_t file)
{
	const char *text = name_text(file);
	unsigned int depth = 0;

	/* The lines of a file mostly follow each other. */
	if (file == tree->file && parent == tree->file_parent)
		return tree->file_node;
	tree->file = file;
	tree->file_parent = parent;
	for (;;) {
		size_t length = strcspn(text, "/");

		/* What walks the tree calls itself for each level. */
		if (length && ++depth == MAX_DEPTH)
			length = strlen(text);
		if (length)
			parent = child(tree, parent, add_name(text, length));
		if (!text[length])
			break;
		text += length + 1;
	}
	tree->file_node = parent;
	return parent;
}

/* The function and the place of a line alone; to be freed. */
static char *place_label(const struct entry *entry, bool function_first)
{
	struct entry names = { .file = entry->file, .line = entry->line,
			       .function = entry->function };

	return line_text(&names, function_first);
}

static uint32_t line_node(struct tree *tree, const struct entry *entry,
			  enum tree_kind kind)
{
	char digits[DECIMAL_SIZE], *end = digits + sizeof(digits), *number;
	uint32_t node = 0;

	if (kind == TREE_TYPE) {
		char *label;

		node = child(tree, 0, entry->type ? entry->type :
			     entry->flags & ENTRY_UNTAGGED ?
			     add_name("(untagged)", 10) : add_name("(unknown)", 9));
		label = place_label(entry, false);
		node = child(tree, node, add_name(label, strlen(label)));
		free(label);
		return node;
	}
	if (kind == TREE_MODULE)
		node = child(tree, 0, entry->module ? entry->module :
			     add_name("(built in)", 10));
	node = file_node(tree, node, entry->file);
	node = child(tree, node, entry->function);
	number = decimal_before(end, entry->line);
	return child(tree, node, add_name(number, end - number));
}

static void tree_init(struct tree *tree, enum format format)
{
	memset(tree, 0, sizeof(*tree));
	tree->estimates = is_estimate(format);
	tree->nodes = grow(tree->nodes, 0, &tree->room, sizeof(*tree->nodes));
	memset(tree->nodes, 0, sizeof(*tree->nodes));
	tree->nr = 1;
}

/* Add the numbers of ENTRY to a node and all nodes above it. */
static void add_numbers(struct tree *tree, uint32_t node,
			const struct entry *entry, struct waste *waste)
{
	double part = waste ? waste_of(waste, entry) : -1;

	tree->nodes[node].type = entry->type;
	for (;; node = tree->nodes[node].parent) {
		tree->nodes[node].size += entry->size;
		tree->nodes[node].area += entry->size;
		tree->nodes[node].count += entry->count;
		if (tree->estimates)
			tree->nodes[node].variance += entry->bytes_variance;
		if (part >= 0) {
			tree->nodes[node].slack += entry->size * part;
			tree->nodes[node].known += entry->size;
		}
		if (!node)
			break;
	}
}

/* The same for the snapshot to compare with. */
static void add_before(struct tree *tree, uint32_t node,
		       const struct entry *entry)
{
	tree->nodes[node].type = entry->type;
	for (;; node = tree->nodes[node].parent) {
		tree->nodes[node].before += entry->size;
		if (tree->estimates)
			tree->nodes[node].variance_before += entry->bytes_variance;
		if (!node)
			break;
	}
}

/* WASTE: NULL for none. */
void tree_build(struct tree *tree, const struct snapshot *snapshot,
		const struct filter *filter, enum tree_kind kind,
		struct waste *waste)
{
	size_t i;

	tree_init(tree, snapshot->format);
	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];

		if (entry->size > 0 && filter_matches(filter, entry))
			add_numbers(tree, line_node(tree, entry, kind), entry, waste);
	}
}

/* Add what lines of a tree that was built held BEFORE. */
void tree_compare(struct tree *tree, const struct snapshot *before,
		  const struct filter *filter, enum tree_kind kind)
{
	size_t i;

	for (i = 0; i < before->nr; i++) {
		const struct entry *entry = &before->entries[i];

		if (entry->size > 0 && filter_matches(filter, entry))
			add_before(tree, line_node(tree, entry, kind), entry);
	}
}

/* The node of a function in a call stack. */
static uint32_t frame_node(struct tree *tree, uint32_t parent, name_t frame)
{
	name_t module, function = frame_function(frame, &module);
	uint32_t node;
	char *label;

	if (!module)
		return child(tree, parent, function);
	label = xasprintf("%s [%s]", name_text(function), name_text(module));
	node = child(tree, parent, add_name(label, strlen(label)));
	free(label);
	return node;
}

/* The node of a line with its call stack. */
static uint32_t stack_node(struct tree *tree, const struct watched *watched,
			   const struct watched_line *line)
{
	size_t callers = first_caller(watched, line), k;
	uint32_t node = 0;
	char *label;

	if (line->nr > MAX_DEPTH)
		callers = line->nr - MAX_DEPTH > callers ? line->nr - MAX_DEPTH : callers;
	for (k = line->nr; k-- > callers;)
		node = frame_node(tree, node, watched->frames[line->first + k]);
	label = place_label(&line->entry, true);
	node = child(tree, node, add_name(label, strlen(label)));
	free(label);
	return node;
}

/* Of stacks, samples or contexts. */
void tree_build_stacks(struct tree *tree, const struct watched *watched,
		       const struct filter *filter, struct waste *waste)
{
	size_t i;

	tree_init(tree, watched->format);
	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];

		if (line->entry.size > 0 && filter_matches(filter, &line->entry))
			add_numbers(tree, stack_node(tree, watched, line), &line->entry,
				    waste);
	}
}

void tree_compare_stacks(struct tree *tree, const struct watched *before,
			 const struct filter *filter)
{
	size_t i;

	for (i = 0; i < before->nr; i++) {
		const struct watched_line *line = &before->lines[i];

		if (line->entry.size > 0 && filter_matches(filter, &line->entry))
			add_before(tree, stack_node(tree, before, line), &line->entry);
	}
}

/*
 * Make areas show by how much the size of the lines in a node have changed,
 * instead of what they hold: both growth and shrinkage add to it.
 */
void tree_measure_changes(struct tree *tree)
{
	size_t i;

	for (i = 0; i < tree->nr; i++)
		tree->nodes[i].area = 0;
	/* Children have higher numbers than their parents. */
	for (i = tree->nr; i-- > 1;) {
		struct node *node = &tree->nodes[i];

		if (!node->first)
			node->area = llabs(node->size - node->before);
		tree->nodes[node->parent].area += node->area;
	}
}

static int compare_areas(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return a < b ? 1 : a > b ? -1 : 0;
}

/* What to call tree_finish() with so that about MAX_NODES are left at most. */
double tree_least(const struct tree *tree)
{
	int64_t *areas, limit;
	size_t i;

	if (tree->nr <= MAX_NODES || !tree->nodes[0].area)
		return 0;
	areas = xmalloc(tree->nr * sizeof(*areas));
	for (i = 0; i < tree->nr; i++)
		areas[i] = tree->nodes[i].area;
	qsort(areas, tree->nr, sizeof(*areas), compare_areas);
	limit = areas[MAX_NODES];
	free(areas);
	return (limit + 1.0) / tree->nodes[0].area;
}

static const struct tree *sorted_tree;

static int compare_nodes(const void *x, const void *y)
{
	const struct node *a = &sorted_tree->nodes[*(const uint32_t *)x];
	const struct node *b = &sorted_tree->nodes[*(const uint32_t *)y];

	if (a->area != b->area)
		return a->area < b->area ? 1 : -1;
	/* Of those that are gone, the largest first. */
	if (a->before != b->before)
		return a->before < b->before ? 1 : -1;
	return strcmp(name_text(a->name), name_text(b->name));
}

/* "624" below "f" becomes "f:624" instead of it. */
static void merge_only_line(struct tree *tree, uint32_t index)
{
	struct node *node = &tree->nodes[index];
	uint32_t only = node->first;
	const char *text = name_text(tree->nodes[only].name);
	struct buffer label = { 0 };

	if (!only || tree->nodes[only].next || tree->nodes[only].first ||
	    text[strspn(text, "0123456789")])
		return;
	buffer_puts(&label, name_text(node->name));
	buffer_char(&label, ':');
	buffer_puts(&label, text);
	node->name = add_name(label.text, label.used);
	node->type = tree->nodes[only].type;
	node->first = 0;
	buffer_free(&label);
}

/*
 * Sort children, largest first, and replace children with less than the part
 * LEAST of the whole area by one node.
 */
void tree_finish(struct tree *tree, double least)
{
	int64_t limit = tree->nodes[0].area * least;
	uint32_t *children = xmalloc(tree->nr * sizeof(*children));
	size_t i, k, nr, nodes = tree->nr;

	sorted_tree = tree;
	for (i = 0; i < nodes; i++) {
		struct node *node = &tree->nodes[i];
		struct node rest = { 0 };
		uint32_t at, *link = &node->first;

		if (i)
			merge_only_line(tree, i);
		for (nr = 0, at = node->first; at; at = tree->nodes[at].next)
			children[nr++] = at;
		qsort(children, nr, sizeof(*children), compare_nodes);
		for (k = 0; k < nr && (tree->nodes[children[k]].area >= limit ||
				       k == nr - 1); k++) {
			*link = children[k];
			link = &tree->nodes[*link].next;
		}
		*link = 0;
		if (k == nr)
			continue;
		/* The first of the small ones becomes the node for all. */
		at = children[k];
		rest.parent = i;
		for (; k < nr; k++) {
			rest.smaller++;
			rest.size += tree->nodes[children[k]].size;
			rest.before += tree->nodes[children[k]].before;
			rest.area += tree->nodes[children[k]].area;
			rest.count += tree->nodes[children[k]].count;
			rest.variance += tree->nodes[children[k]].variance;
			rest.variance_before += tree->nodes[children[k]].variance_before;
			rest.slack += tree->nodes[children[k]].slack;
			rest.known += tree->nodes[children[k]].known;
		}
		tree->nodes[at] = rest;
		*link = at;
	}
	free(children);
}

void tree_free(struct tree *tree)
{
	free(tree->nodes);
	index_free(&tree->index);
	memset(tree, 0, sizeof(*tree));
}
