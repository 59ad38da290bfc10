// SPDX-License-Identifier: GPL-2.0
/*
 * usage.c - printing the tables in options.c: for --help and for shells
 */
#include <string.h>

#include "usage.h"
#include "util/buffer.h"

/* Columns of --help: where its second one begins, and where lines end. */
#define HELP_COLUMN 24
#define LAST_COLUMN 80

const struct option_info *find_option(enum command command, char letter,
				      const char *name)
{
	size_t i;

	for (i = 0; i < nr_option_rows; i++) {
		const struct option_info *option = &option_rows[i];

		if (!in_command(option, command))
			continue;
		if (letter ? option->letter == letter : !strcmp(option->name, name))
			return option;
	}
	return NULL;
}

/* Print LEFT, and TEXT in the second column, in as many lines as it takes. */
static void print_columns(FILE *out, const char *left, const char *text)
{
	int column = fprintf(out, "%s", left);

	if (column > HELP_COLUMN - 2) {
		fputc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", *text ? HELP_COLUMN - column : 0, "");
	column = HELP_COLUMN;
	while (*text) {
		size_t length = strcspn(text, " ");

		if (column > HELP_COLUMN && column + 1 + (int)length >= LAST_COLUMN) {
			fprintf(out, "\n%*s", HELP_COLUMN, "");
			column = HELP_COLUMN;
		} else if (column > HELP_COLUMN) {
			fputc(' ', out);
			column++;
		}
		fprintf(out, "%.*s", (int)length, text);
		column += length;
		text += length + strspn(text + length, " ");
	}
	fputc('\n', out);
}

/* The words of an option, with SEPARATOR between them. */
static void add_words(struct buffer *buffer, const struct option_info *option,
		      const char *separator)
{
	unsigned int i;

	for (i = 0; i < option->nr_words; i++) {
		if (i)
			buffer_puts(buffer, separator);
		buffer_puts(buffer, option->words[option_value(option, i)]);
	}
}

static void print_option(FILE *out, const struct option_info *option)
{
	struct buffer left = { 0 }, text = { 0 };

	if (option->letter)
		buffer_printf(&left, "  -%c, --%s", option->letter, option->name);
	else
		buffer_printf(&left, "      --%s", option->name);
	if (option->argument)
		buffer_printf(&left, "=%s", option->argument);
	if (option->help)
		buffer_puts(&text, option->help);
	else
		add_words(&text, option, ", ");
	if (option->kind == OPTION_COUNT && option->initial)
		buffer_printf(&text, " (default %.0f%s)", option->initial,
			      option->least ? "" : "; 0: all");
	print_columns(out, left.text, text.text);
	buffer_free(&left);
	buffer_free(&text);
}

static void print_query_words(FILE *out, enum query query)
{
	size_t i;

	if (query == QUERY_ALL)
		fputs("TERMS select lines, FLAGS say what is recorded, for example\n\n"
		      "  alloctag watch file fs/ext4/inode.c func \"ext4_*\" +cs limit=1000\n\n"
		      "FLAGS follow + (add), - (remove) or = (exactly these): c contexts, s stacks,\n"
		      "r slack, l lifetimes, p peaks, n NUMA nodes, e trace events, f faults.\n\n", out);
	for (i = 0; i < nr_query_words(query); i++) {
		const struct query_word *word = &query_words[i];
		struct buffer left = { 0 };

		if (!word->word) {
			fprintf(out, "%s%s\n", i ? "\n" : "", word->help);
			continue;
		}
		buffer_printf(&left, "  %s%s", word->word, word->argument);
		print_columns(out, left.text, word->help ? word->help : "");
		buffer_free(&left);
	}
	fputs("\nOPTIONS come first:\n", out);
}

static void print_commands(FILE *out)
{
	unsigned int i;

	fputs("usage: alloctag [COMMAND] [OPTIONS] [FILE...]\n\n"
	      "Which source lines of the kernel hold its memory? FILE is a copy of\n"
	      "/proc/allocinfo, /proc/alloctag or alloctag/samples, or a recording.\n\n", out);
	for (i = 0; i < NR_COMMANDS; i++)
		if (!strchr(commands[i].name, ' '))
			fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\nalloctag COMMAND --help has the options. See alloctag(1).\n", out);
}

/* The commands of a command. */
static void print_subcommands(FILE *out, enum command command)
{
	struct buffer left = { 0 };
	unsigned int i;

	for (i = 0; i < NR_COMMANDS; i++) {
		if (!subcommand_word(i, command))
			continue;
		left.used = 0;
		buffer_printf(&left, "  %s", commands[i].name);
		print_columns(out, left.text, commands[i].summary);
	}
	if (left.text)
		fputc('\n', out);
	buffer_free(&left);
}

/* NR_COMMANDS: all of them. */
void print_usage(FILE *out, enum command command)
{
	size_t i;

	if (command == NR_COMMANDS) {
		print_commands(out);
		return;
	}
	fprintf(out, "usage: alloctag %s %s\n\n%s.\n\n", commands[command].name,
		commands[command].arguments, commands[command].summary);
	print_subcommands(out, command);
	if (commands[command].query)
		print_query_words(out, commands[command].query);
	for (i = 0; i < nr_option_rows; i++)
		if (in_command(&option_rows[i], command))
			print_option(out, &option_rows[i]);
	fprintf(out, "\n%sSee alloctag(1).\n", commands[command].query || commands[command].command ? "" :
		command == COMMAND_ERRORS ? "Without FOLDER, the running kernel. " :
		command == COMMAND_CHART ? "" :
		"Without FILE, the running kernel. ");
}

/*
 * For the completion of shells, one a line:
 *
 *	--words			COMMAND:SUMMARY
 *	--words COMMAND		its options; with a = if they need a value
 *	--words COMMAND OPTION	the values of an option, or FILE, FOLDER, ... as
 *				the usage calls it
 *	--words COMMAND TERMS	the words of queries
 *	--words COMMAND COMMANDS	its commands, as --words alone
 *
 * COMMAND can be two words.
 *
 * Returns 0, or 1 if there is nothing to print: no such command or option, an
 * option without a value, a command without queries.
 */
int print_words(FILE *out, int argc, char **argv)
{
	enum command command = argc ? find_command(argv[0]) : NR_COMMANDS;
	const struct option_info *option;
	struct buffer words = { 0 };
	size_t i;

	if (!argc) {
		for (i = 0; i < NR_COMMANDS; i++)
			if (!strchr(commands[i].name, ' '))
				fprintf(out, "%s:%s\n", commands[i].name,
					commands[i].summary);
		return 0;
	}
	if (argc > 1 && find_subcommand(argv[0], argv[1]) < NR_COMMANDS) {
		command = find_subcommand(*argv, argv[1]);
		argc--;
		argv++;
	}
	if (command == NR_COMMANDS)
		return 1;
	if (argc == 1) {
		for (i = 0; i < nr_option_rows; i++)
			if (in_command(&option_rows[i], command))
				fprintf(out, "--%s%s\n", option_rows[i].name,
					option_rows[i].argument ? "=" : "");
		return 0;
	}
	if (!strcmp(argv[1], "TERMS")) {
		for (i = 0; i < nr_query_words(commands[command].query); i++)
			if (query_words[i].word)
				fprintf(out, "%s\n", query_words[i].word);
		return !i;
	}
	if (!strcmp(argv[1], "COMMANDS")) {
		bool any = false;

		for (i = 0; i < NR_COMMANDS; i++) {
			const char *word = subcommand_word(i, command);

			if (word)
				fprintf(out, "%s:%s\n", word, commands[i].summary);
			any |= word != NULL;
		}
		return !any;
	}
	if (*argv[1] != '-' || strlen(argv[1]) < 2)
		return 1;
	option = argv[1][1] == '-' ? find_option(command, 0, argv[1] + 2) :
				     find_option(command, argv[1][1], NULL);
	if (!option || !option->argument)
		return 1;
	if (option->kind == OPTION_WORD || option->kind == OPTION_WORDS)
		add_words(&words, option, "\n");
	else
		buffer_puts(&words, option->argument);
	fprintf(out, "%s\n", words.text);
	buffer_free(&words);
	return 0;
}
