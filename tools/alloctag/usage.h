/* SPDX-License-Identifier: GPL-2.0 */
/*
 * usage.h - printing the tables in options.c
 */
#ifndef USAGE_H
#define USAGE_H

#include <stdio.h>

#include "options.h"

/* The option of COMMAND that has this letter or name; NULL: there is none. */
const struct option_info *find_option(enum command command, char letter,
				      const char *name);
void print_usage(FILE *out, enum command command);
int print_words(FILE *out, int argc, char **argv);

#endif
