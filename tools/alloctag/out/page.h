/* SPDX-License-Identifier: GPL-2.0 */
/*
 * page.h - pages of HTML that are a part of the program
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "out/colors.h"

enum page {
	PAGE_PICTURE,		/* picture.html */
	PAGE_CHART,		/* chart.html */
};

bool is_page(const char *command, const char *output);
void print_page(enum page page, const char *title, enum palette palette,
		void (*print_data)(const void *data, FILE *out), const void *data,
		FILE *out);

#endif
