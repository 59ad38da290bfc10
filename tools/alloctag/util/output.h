/* SPDX-License-Identifier: GPL-2.0 */
/*
 * output.h - files that the program writes
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "util/error.h"

/*
 * A file that is being written to FD. PART is its name until it is published,
 * TARGET then; both are NULL if what was there is written to as it is.
 */
struct output {
	int fd;
	char *target, *part;
	bool replace;		/* TARGET may exist */
	bool in_place;		/* what was in it goes when this is published */
};

int output_open(struct output *output, const char *name, mode_t mode,
		bool replace, struct error *error);
int output_publish(struct output *output, struct error *error);
void output_abandon(struct output *output);

FILE *open_output(const char *name);
void publish_output(const char *name);
void close_output(FILE *out, const char *name);

#endif
