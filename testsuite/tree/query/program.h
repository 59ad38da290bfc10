/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program that executes queries and prints what comes of each. A query is a
 * line of standard input, in which \ooo is a byte. For each, it prints
 *
 *	= RESULT FLAGS...
 *
 * with what a write to the file control returns, and the flags of all sites
 * after that; then the messages, indented. Each query begins with the same
 * flags of the sites, of which none are equal.
 */
#include <linux/kernel.h>

#include "sites.h"

char kernel_log[1 << 20];

/* The flags that site @i has before a query. */
static unsigned int flags_before(unsigned int i)
{
	return (i * 11 + 5) & 0x3f;
}

/* Flags as dynamic debug prints them. */
static void print_flags(unsigned int flags)
{
	static const char letters[] = "pmfslt";
	static const unsigned int bits[] = { 1, 2, 4, 32, 8, 16 };
	unsigned int i;

	putchar(' ');
	for (i = 0; i < ARRAY_SIZE(bits); i++)
		putchar(flags & bits[i] ? letters[i] : '.');
}

/* Print kernel_log, and empty it. */
static void print_log(void)
{
	char *rest = kernel_log, *line;

	while ((line = strsep(&rest, "\n")))
		if (*line || rest)
			printf("  %s\n", line);
	kernel_log[0] = '\0';
}

/* Replace \ooo in @text. Returns the length. */
static size_t decode(char *text)
{
	char *to = text, *from;
	unsigned int byte;

	for (from = text; *from && *from != '\n'; to++) {
		if (*from == '\\' && sscanf(from, "\\%3o", &byte) == 1) {
			*to = byte;
			from += 4;
		} else {
			*to = *from++;
		}
	}
	*to = '\0';
	return to - text;
}

static void set_flags(unsigned int i, unsigned int flags);
static unsigned int get_flags(unsigned int i);
static long execute(char *text, size_t len);

static int execute_all(void)
{
	char *line = NULL;
	size_t size = 0;
	unsigned int i;
	long result;

	while (getline(&line, &size, stdin) > 0) {
		for (i = 0; i < ARRAY_SIZE(sites); i++)
			set_flags(i, flags_before(i));
		result = execute(line, decode(line));
		printf("= %ld", result);
		for (i = 0; i < ARRAY_SIZE(sites); i++)
			print_flags(get_flags(i));
		putchar('\n');
		print_log();
	}
	free(line);
	return 0;
}
