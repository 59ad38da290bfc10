/* SPDX-License-Identifier: GPL-2.0 */
/*
 * svg.h - what all pictures in SVG have
 */
#ifndef SVG_H
#define SVG_H

#include <stdio.h>

#include "out/colors.h"

#define SVG_WIDTH 1200
#define SVG_HEADER 26		/* a title in one row */
#define SVG_LEGEND 20		/* a row of colors below it */
#define SVG_LABEL 15		/* the height of a line of text */

double svg_text_width(const char *text);
char *svg_fit(const char *text, double width);
void svg_text(FILE *out, const char *class, double x, double y,
	      const char *text);
unsigned int svg_header(const char *title);
void svg_begin(FILE *out, enum palette palette, unsigned int height,
	       const char *title);
void svg_legend(FILE *out, enum palette palette, double y);
void svg_message(FILE *out, unsigned int height, const char *message);
void svg_end(FILE *out);

#endif
