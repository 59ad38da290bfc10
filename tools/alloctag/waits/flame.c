// SPDX-License-Identifier: GPL-2.0
/*
 * flame.c - alloctag waits flame: a picture of where tasks have slept
 *
 * The pictures of alloctag flame, with times in place of memory: of all that
 * was counted, of what was counted during --live or between two files, or
 * with --tree=stack of call stacks.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "commands.h"
#include "out/page.h"
#include "out/picture.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/output.h"
#include "waits/counted.h"
#include "waits/stacks.h"

/* The default title: the file, when it was, and in how much time. */
static char *make_title(const char *file, int64_t when, double in, bool stacks)
{
	struct buffer title = { 0 };
	time_t seconds = when / 1000000000;
	char text[32];
	struct tm utc;

	buffer_puts(&title, file ? file : stacks ? "Waits by call stack" : "Waits by line");
	if (seconds && gmtime_r(&seconds, &utc)) {
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M UTC", &utc);
		buffer_printf(&title, ", %s", text);
	}
	if (in > 0)
		buffer_printf(&title, ", in %s", human_seconds(text, in));
	return title.text;
}

/* Build the tree of what the arguments say. Returns its title, to be freed. */
static char *read_waits_tree(struct tree *tree, const struct options *options, char **files,
			     int nr)
{
	const char *file = nr ? files[nr - 1] : NULL;
	struct counted counted;
	struct watched watched;
	char *title;

	if (options->tree == TREE_STACK) {
		if (nr == 2 || options->live)
			die(EXIT_WRONG, "waits flame: --tree=stack is of one file, or of the running kernel");
		if (nr)
			read_wait_stacks(&watched, file);
		else
			read_wait_stacks_live(&watched);
		tree_build_stacks(tree, &watched, &options->filter, NULL);
		title = make_title(file, watched.time, 0, true);
		watched_free(&watched);
		return title;
	}
	read_counted(&counted, options, "waits flame", false, files, nr);
	tree_build(tree, &counted.lines, &options->filter,
		   options->tree == NR_TREE_KINDS ? TREE_SOURCE : options->tree, NULL);
	title = make_title(file, counted.after.time, counted.seconds, false);
	counted_free(&counted);
	return title;
}

int cmd_waits_flame(int argc, char **argv)
{
	struct picture picture = {
		.kind = PICTURE_FLAME, .unit = UNIT_NANOSECONDS, .palette = PALETTE_NAMES,
		.empty = "No line that matches the options has waited.",
	};
	struct options options;
	struct tree tree;
	int first, nr;
	char *title;
	bool html;

	first = parse_options(&options, argc, argv);
	nr = argc - first;
	if (nr > 2 || (nr && options.live))
		die(EXIT_WRONG, "waits flame: one file, two files, or --live=TIME");
	html = is_page(argv[0], options.output);
	options.filter.all_lines = true;
	title = read_waits_tree(&tree, &options, argv + first, nr);
	/* A page draws what there is room for, and finds all of it. */
	tree_finish(&tree, html ? tree_least(&tree) : 0.0002);
	picture.tree = &tree;
	picture.title = options.title ? options.title : title;
	write_picture(&picture, options.output, html);
	free(title);
	tree_free(&tree);
	return 0;
}
