// SPDX-License-Identifier: GPL-2.0
/*
 * picture.c - alloctag treemap and flame: pictures as SVG and HTML
 *
 * Both forms are one file that refers to nothing else. An SVG is drawn here
 * (tree_svg.c), for documents and mail. An HTML file has the tree as data
 * (tree_html.c), and the page picture.html draws it, so that it can be searched
 * and zoomed.
 *
 * Of two snapshots, areas are the bytes of the second one, and colors say what
 * has grown: so a picture looks like the one before it, and a large red
 * rectangle is what matters. A small leak in a large kernel has a small one;
 * --area=change makes areas of changes instead.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "commands.h"
#include "out/estimate.h"
#include "out/page.h"
#include "out/picture.h"
#include "out/tree_input.h"
#include "snapshot/pair.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/text.h"
#include "watch/live.h"
#include "watch/slack.h"

/* SIZE with its unit. */
const char *picture_size(const struct picture *picture, char text[HUMAN_SIZE],
			 int64_t size)
{
	return picture->unit == UNIT_NANOSECONDS ? human_ns(text, size) : human_bytes(text, size);
}

/* How much of a node's size is slack; -1: not known. */
double node_slack(const struct node *node)
{
	return node->known > 0 ? (double)node->slack / node->known : -1;
}

/* The color of a node's growth. What may be an error is no growth. */
unsigned int node_growth(const struct picture *picture, const struct node *node)
{
	if (picture->estimates &&
	    !is_significant(node->size - node->before,
			    node->variance + node->variance_before))
		return COLOR_UNCHANGED;
	return growth_color(node->before, node->size);
}

/* The name of a node; to be freed. */
char *node_label(const struct node *node)
{
	const char *text = name_text(node->name);

	if (node->smaller)
		return xasprintf("(%u smaller)", node->smaller);
	if (*text && !text[strspn(text, "0123456789")])
		return xasprintf("line %s", text);
	return cut_text(text, LONGEST_LABEL);
}

/* ", 2026-11-24 00:00 UTC"; nothing if the time is not known. */
static void add_date(struct buffer *title, const char *before, int64_t time)
{
	time_t seconds = time / 1000000000;
	char date[32];
	struct tm when;

	if (!seconds || !gmtime_r(&seconds, &when))
		return;
	strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", &when);
	buffer_printf(title, "%s%s", before, date);
}

/*
 * The default title: the files, and their dates; for estimates, how many
 * samples there are; and what is left out. BEFORE and OLDER: NULL for none.
 */
static char *make_title(const char *older, const struct snapshot *before,
			const char *file, const struct snapshot *snapshot,
			const struct filter *filter)
{
	struct buffer title = { 0 };
	char text[HUMAN_SIZE];
	struct totals totals;

	add_up(snapshot, &totals);
	buffer_puts(&title, file ? file : is_estimate(snapshot->format) ?
		    "Live memory" : "Live memory by line");
	add_date(&title, ", ", snapshot->time);
	if (is_estimate(snapshot->format))
		buffer_printf(&title, ", estimated from %" PRIu64 " samples",
			      totals.samples);
	if (before) {
		buffer_puts(&title, ", growth since ");
		if (strcmp(older, file))
			buffer_puts(&title, older);
		else
			buffer_puts(&title, "its first snapshot");
		add_date(&title, ", ", before->time);
		if (before->time && snapshot->time > before->time)
			buffer_printf(&title, " (%s)",
				      human_seconds(text, (snapshot->time - before->time) / 1e9));
	}
	if (filter->kernel && totals.bytes[OWNER_USER])
		buffer_printf(&title, ", without %s of pages of files and processes",
			      human_bytes(text, totals.bytes[OWNER_USER]));
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

/* What is read: the snapshot, and the one to compare it with. */
struct input {
	struct snapshot snapshot, before;
	struct watched watched, watched_before;
	const char *file, *older;	/* OLDER: NULL if there is nothing to compare */
	bool found;		/* WATCHED has the lines of SNAPSHOT */
};

static void read_files(struct input *input, const char *command,
		       struct options *options, char **files, int nr)
{
	memset(input, 0, sizeof(*input));
	input->file = nr ? files[nr - 1] : NULL;
	if (nr == 2)
		input->older = files[0];
	else if (options->color == COLOR_GROWTH || options->area == AREA_CHANGE)
		input->older = input->file;
	if (nr < 2 && (options->color == COLOR_GROWTH || options->area == AREA_CHANGE) &&
	    !input->file)
		die(EXIT_WRONG, "%s: growth is that of two files or of a recording",
		    command);
	if (!input->older) {
		input->found = read_tree_input(options, (char *)input->file,
					       &input->snapshot, &input->watched);
		return;
	}
	if (nr == 1 && options->period.at)
		die(EXIT_WRONG, "%s: --at is of each of two files; of one recording, --from and --to",
		    command);
	if (nr == 2) {
		bool found = read_tree_input(options, files[0], &input->before,
					     &input->watched_before);

		input->found = read_tree_input(options, files[1], &input->snapshot,
					       &input->watched);
		if (found != input->found)
			die(EXIT_WRONG, "%s: %s and %s have different lines", command,
			    files[0], files[1]);
	} else {
		read_ends(command, files[0], UNIT_BYTES, &options->period, &input->before,
			  &input->snapshot);
		if (options->tree == NR_TREE_KINDS)
			options->tree = TREE_SOURCE;
		if (options->tree == TREE_STACK)
			die(EXIT_WRONG, "--tree=stack: %s has no call stacks; copies of alloctag/stacks and alloctag/samples have",
			    files[0]);
	}
	check_pair(command, &input->before, &input->snapshot);
}

static void free_input(struct input *input)
{
	if (input->found)
		watched_free(&input->watched);
	if (input->found && input->older)
		watched_free(&input->watched_before);
	snapshot_free(&input->snapshot);
	snapshot_free(&input->before);
}

static void build_tree(struct tree *tree, const struct input *input,
		       const struct options *options, struct waste *waste)
{
	const struct filter *filter = &options->filter;

	if (options->tree == TREE_STACK) {
		tree_build_stacks(tree, &input->watched, filter, waste);
		if (input->older)
			tree_compare_stacks(tree, &input->watched_before, filter);
	} else {
		tree_build(tree, &input->snapshot, filter, options->tree, waste);
		if (input->older)
			tree_compare(tree, &input->before, filter, options->tree);
	}
	if (options->area == AREA_CHANGE)
		tree_measure_changes(tree);
}

/* Why there is nothing to draw. */
static const char *empty_message(const struct options *options)
{
	const struct filter *filter = &options->filter;

	if (options->area == AREA_CHANGE)
		return "Nothing has grown or shrunk here.";
	if (filter->file || filter->function || filter->module || filter->type)
		return "No line with memory matches the options.";
	if (filter->kernel)
		return "No line has memory here. Pages of files and processes are left out; --user shows them.";
	return "No line has memory here.";
}

/*
 * Write PICTURE to the file OUTPUT, as a page if HTML, else as SVG. Ends the
 * program if that fails.
 */
void write_picture(const struct picture *picture, const char *output, bool html)
{
	FILE *out = open_output(output);

	if (html)
		print_tree_html(picture, out);
	else
		print_tree_svg(picture, out);
	close_output(out, output);
}

/* alloctag treemap and flame */
int cmd_picture(int argc, char **argv)
{
	struct picture picture = { .kind = strcmp(argv[0], "flame") ? PICTURE_TREEMAP :
				   PICTURE_FLAME };
	struct options options;
	struct input input;
	struct waste waste;
	struct tree tree;
	bool html, by_slack;
	int first, nr;
	char *title;

	first = parse_options(&options, argc, argv);
	nr = argc - first;
	if (nr > 2)
		die(EXIT_WRONG, "%s: more than two files", argv[0]);
	html = is_page(argv[0], options.output);
	by_slack = options.color == NR_COLORS ? options.slack != NULL :
		   options.color == COLOR_SLACK;
	read_files(&input, argv[0], &options, argv + first, nr);
	if (by_slack && input.older)
		die(EXIT_WRONG, "%s: colors show slack or growth", argv[0]);
	/* Who watches such pages wants to see them. */
	if (!options.user && (!input.found || input.watched.kind == WATCHED_SAMPLES))
		options.filter.kernel = true;
	if (by_slack)
		read_waste(&waste, &options, input.file,
			   input.found ? &input.watched : NULL);
	build_tree(&tree, &input, &options, by_slack ? &waste : NULL);
	/* A page draws what there is room for, and finds all of it. */
	tree_finish(&tree, html ? tree_least(&tree) : 0.0002);
	title = options.title ? xstrdup(options.title) :
		make_title(input.older, input.older ? &input.before : NULL, input.file,
			   &input.snapshot, &options.filter);
	picture.tree = &tree;
	picture.title = title;
	picture.empty = empty_message(&options);
	picture.palette = by_slack ? PALETTE_SLACK :
			  input.older && options.color != COLOR_TOP ? PALETTE_GROWTH :
			  PALETTE_NAMES;
	picture.growth = input.older;
	picture.changes = options.area == AREA_CHANGE;
	picture.estimates = is_estimate(input.snapshot.format);
	write_picture(&picture, options.output, html);
	free(title);
	tree_free(&tree);
	if (by_slack)
		waste_free(&waste);
	free_input(&input);
	return 0;
}
