/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arguments.h - parsing the options of a command
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "options.h"

int parse_options(struct options *options, int argc, char **argv);

#endif
