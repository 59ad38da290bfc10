// SPDX-License-Identifier: GPL-2.0
/*
 * svg.c - what all pictures in SVG have: the page, its title, text that fits
 *
 * An SVG doesn't know how wide a text is, and can't cut one off. So this
 * guesses by the widths of characters in DejaVu Sans, the widest of the usual
 * fonts.
 */
#include <stdlib.h>
#include <string.h>

#include "out/svg.h"
#include "out/xml.h"
#include "util/buffer.h"
#include "util/text.h"

/* The width of a character at 11 px. */
static double character_width(char c)
{
	if (strchr("ijl|.,:;'! ", c))
		return 3.7;
	if (strchr("frtI()[]{}/-", c))
		return 4.6;
	if (strchr("mwMW@%", c))
		return 10.6;
	return c >= 'A' && c <= 'Z' ? 7.8 : 6.9;
}

double svg_text_width(const char *text)
{
	double width = 0;

	for (; *text; text++)
		if ((*text & 0xc0) != 0x80)
			width += character_width(*text);
	return width;
}

/*
 * As much of TEXT as fits in WIDTH, with an ellipsis if that isn't all; NULL if
 * fewer than three characters fit. To be freed.
 */
char *svg_fit(const char *text, double width)
{
	size_t length = 0, characters = 0;
	double used = 0;

	if (svg_text_width(text) <= width)
		return xstrdup(text);
	while (used + character_width(text[length]) + 10 <= width) {
		used += character_width(text[length++]);
		characters++;
		while ((text[length] & 0xc0) == 0x80)
			length++;
	}
	if (characters < 3)
		return NULL;
	return xasprintf("%.*s\xe2\x80\xa6", (int)length, text);
}

/* CLASS: NULL for none. */
void svg_text(FILE *out, const char *class, double x, double y,
	      const char *text)
{
	fputs("<text", out);
	if (class)
		fprintf(out, " class=\"%s\"", class);
	fprintf(out, " x=\"%.1f\" y=\"%.1f\">", x, y);
	print_xml(out, text);
	fputs("</text>\n", out);
}

/* How much is room for in the first row of a title, in bytes. */
static size_t first_row(const char *title)
{
	/*
	 * Its font is larger than what the widths of characters are for, and
	 * bold.
	 */
	double room = (SVG_WIDTH - 16) / 1.45, width = 0;
	size_t fits = 0, i;

	if (svg_text_width(title) <= room)
		return strlen(title);
	for (i = 0; title[i]; i++) {
		if ((title[i] & 0xc0) != 0x80)
			width += character_width(title[i]);
		if (width > room)
			break;
		if (title[i] == ' ')
			fits = i;
	}
	/* One word, as a path. */
	while (!fits && i && (title[i] & 0xc0) == 0x80)
		i--;
	return fits ? fits : i;
}

/* The height of a title, which takes two rows if it is long. */
unsigned int svg_header(const char *title)
{
	return SVG_HEADER + (title[first_row(title)] ? 19 : 0);
}

void svg_begin(FILE *out, enum palette palette, unsigned int height,
	       const char *title)
{
	size_t length = first_row(title);
	char *first = xasprintf("%.*s", (int)length, title);
	char *second = svg_fit(title + length, (SVG_WIDTH - 16) / 1.45);

	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n",
		SVG_WIDTH, height, SVG_WIDTH, height);
	fputs("<title>", out);
	print_xml(out, title);
	fputs("</title>\n", out);
	print_svg_style(out, palette);
	fprintf(out, "<rect class=\"page\" width=\"%u\" height=\"%u\"/>\n", SVG_WIDTH,
		height);
	svg_text(out, "title", 6, 18, first);
	if (*second)
		svg_text(out, "title", 6, 37, second + (*second == ' '));
	free(first);
	free(second);
}

/* What the colors of slack or growth mean, in a row at Y. */
void svg_legend(FILE *out, enum palette palette, double y)
{
	unsigned int nr = palette == PALETTE_SLACK ? NR_SLACK_COLORS :
			  palette == PALETTE_GROWTH ? NR_GROWTH_COLORS : 0, i;
	const char *name = palette == PALETTE_SLACK ? "Slack:" : "Growth:";
	double x = 6;

	if (!nr)
		return;
	svg_text(out, NULL, x, y + 11, name);
	x += svg_text_width(name) + 6;
	for (i = 0; i < nr; i++) {
		char text[32];

		if (palette == PALETTE_GROWTH)
			snprintf(text, sizeof(text), "%s", growth_legend[i]);
		else if (i == nr - 1)
			snprintf(text, sizeof(text), "not known");
		else
			snprintf(text, sizeof(text), "%.0f %%%s", i * 50.0 / (nr - 2),
				 i == nr - 2 ? " and more" : "");
		fprintf(out, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"12\"/>\n",
			i, x, y + 1);
		svg_text(out, NULL, x + 18, y + 11, text);
		x += 18 + svg_text_width(text) + 10;
	}
}

/* In place of a picture of nothing. */
void svg_message(FILE *out, unsigned int height, const char *message)
{
	fprintf(out, "<text class=\"title middle\" x=\"%u\" y=\"%u\">", SVG_WIDTH / 2,
		height / 2);
	print_xml(out, message);
	fputs("</text>\n", out);
}

void svg_end(FILE *out)
{
	fputs("</svg>\n", out);
}
