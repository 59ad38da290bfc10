// SPDX-License-Identifier: GPL-2.0
/*
 * arguments.c - parsing the options of a command, by the table in options.c
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "usage.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/text.h"

/* getopt_long() returns this plus the number of the row. */
#define FIRST_ROW 256

static void *field_of(struct options *options, const struct option_info *option)
{
	return (char *)options + option->field;
}

/* Set the options that are not given. */
static void set_initial(struct options *options, enum command command)
{
	size_t i;

	memset(options, 0, sizeof(*options));
	for (i = 0; i < nr_option_rows; i++) {
		const struct option_info *option = &option_rows[i];
		void *field = field_of(options, option);

		if (!in_command(option, command))
			continue;
		if (option->kind == OPTION_COUNT || option->kind == OPTION_SIZE)
			*(unsigned long *)field = option->initial;
		else if (option->kind == OPTION_DURATION)
			*(double *)field = option->initial;
		else if (option->kind == OPTION_WORD)
			*(unsigned int *)field = option->initial;
	}
}

/* The value of one of the words. Ends the program if TEXT is none of them. */
static unsigned int parse_word(const struct option_info *option,
			       const char *text, const char *name)
{
	const char *words[NR_SORT_KEYS];
	unsigned int i;

	if (!option->choice)
		return find_name(text, option->words, option->nr_words, name);
	for (i = 0; i < option->nr_words; i++)
		words[i] = option->words[option->choice[i]];
	return option->choice[find_name(text, words, option->nr_words, name)];
}

/* A bit for each of the words in TEXT, which are separated by commas. */
static unsigned int parse_words(const struct option_info *option,
				const char *text, const char *name)
{
	char *copy = xstrdup(text), *at = copy, *word;
	unsigned int bits = 0;

	while ((word = strsep(&at, ",")))
		bits |= 1u << parse_word(option, word, name);
	free(copy);
	return bits;
}

/* ARGUMENT: NULL if the option has none. */
static void set_option(struct options *options, const struct option_info *option,
		       const char *argument)
{
	void *field = field_of(options, option);
	char *name = xasprintf("--%s", option->name);

	switch (option->kind) {
	case OPTION_HELP:
		break;
	case OPTION_FLAG:
		*(bool *)field = true;
		break;
	case OPTION_VALUE:
		if (*(unsigned int *)field && *(unsigned int *)field != option->initial)
			die(EXIT_WRONG, "%s: another option of its kind was given, too", name);
		*(unsigned int *)field = option->initial;
		break;
	case OPTION_TEXT:
		*(const char **)field = argument;
		break;
	case OPTION_COUNT:
		*(unsigned long *)field =
			parse_count(argument, name, option->least);
		break;
	case OPTION_SIZE:
		*(unsigned long *)field = parse_size(argument, name);
		break;
	case OPTION_DURATION:
		*(double *)field = parse_duration(argument, name);
		break;
	case OPTION_WORD:
		*(unsigned int *)field = parse_word(option, argument, name);
		break;
	case OPTION_WORDS:
		*(unsigned int *)field |= parse_words(option, argument, name);
		break;
	}
	free(name);
}

/* The letters of a command's options, and LONG_OPTIONS, for getopt_long(). */
static void make_getopt(enum command command, struct buffer *letters,
			struct option *long_options)
{
	size_t i, nr = 0;

	/*
	 * "+": -FLAGS is a word of a query, and no option, nor are options of
	 * another command.
	 */
	buffer_puts(letters, commands[command].query || commands[command].command ?
		    "+:" : ":");
	for (i = 0; i < nr_option_rows; i++) {
		const struct option_info *option = &option_rows[i];

		if (!in_command(option, command))
			continue;
		if (option->letter)
			buffer_printf(letters, "%c%s", option->letter,
				      option->argument ? ":" : "");
		long_options[nr++] = (struct option){ .name = option->name,
			.has_arg = option->argument ? required_argument : no_argument,
			.val = FIRST_ROW + i };
	}
	memset(&long_options[nr], 0, sizeof(*long_options));
}

/* LETTER: 0 for a long option. Of "-xf", getopt() is still at the argument. */
__attribute__((noreturn))
static void wrong_option(char **argv, int letter)
{
	char *name = letter > 0 && letter < FIRST_ROW ? xasprintf("-%c", letter) :
		     xstrdup(argv[optind - 1]);

	die(EXIT_WRONG, "alloctag %s has no option %s; see alloctag %s --help", argv[0],
	    name, argv[0]);
}

/*
 * Parse the options of the command ARGV[0]. Returns the index of the first
 * argument that is no option. Wrong usage ends the program; so does --help.
 */
int parse_options(struct options *options, int argc, char **argv)
{
	struct option *long_options = xcalloc(nr_option_rows + 1,
					      sizeof(*long_options));
	enum command command = find_command(argv[0]);
	struct buffer letters = { 0 };
	int c;

	set_initial(options, command);
	make_getopt(command, &letters, long_options);
	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, letters.text, long_options, NULL)) != -1) {
		const struct option_info *option;

		if (c == ':')
			die(EXIT_WRONG, "%s needs an argument; see alloctag %s --help",
			    argv[optind - 1], argv[0]);
		if (c == '?')
			wrong_option(argv, optopt);
		option = c >= FIRST_ROW ? &option_rows[c - FIRST_ROW] :
					  find_option(command, c, NULL);
		if (option->kind == OPTION_HELP) {
			print_usage(stdout, command);
			close_output(stdout, NULL);
			exit(0);
		}
		set_option(options, option, optarg);
	}
	buffer_free(&letters);
	free(long_options);
	if (optind == argc && (options->period.at || options->period.from || options->period.to))
		die(EXIT_WRONG, "alloctag %s: --at, --from and --to are of a recording: which file?",
		    argv[0]);
	if (options->user && options->filter.kernel)
		die(EXIT_WRONG, "%s: --kernel and --user exclude each other", argv[0]);
	if (options->proc)
		proc_folder = options->proc;
	sys_folder = options->sys;
	/* Files of two kernels must not be mixed. */
	if (!sys_folder)
		sys_folder = !strcmp(proc_folder, "/proc") ? "/sys" : proc_folder;
	return optind;
}
