/* SPDX-License-Identifier: GPL-2.0 */
/*
 * colors.h - the colors of all pictures
 */
#ifndef COLORS_H
#define COLORS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum palette {
	PALETTE_NAMES,		/* things that have no order */
	PALETTE_SLACK,		/* from none to half and more, then: not known */
	PALETTE_GROWTH,		/* from halved or gone to doubled or new */
	NR_PALETTES
};

/* Of PALETTE_NAMES, the last is for what has no color of its own. */
#define NR_HUES 12
#define COLOR_PLAIN NR_HUES
/* Of PALETTE_SLACK, the last is for slack that is not known. */
#define NR_SLACK_COLORS 11
#define NR_GROWTH_COLORS 9
#define COLOR_UNCHANGED (NR_GROWTH_COLORS / 2)

extern const char * const growth_legend[NR_GROWTH_COLORS];

unsigned int slack_color(double slack);
unsigned int growth_color(int64_t before, int64_t now);
unsigned int choose_hue(const char *name, unsigned int *used);
void print_svg_style(FILE *out, enum palette palette);
void print_css_colors(FILE *out, enum palette palette);

#endif
