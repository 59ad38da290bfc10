// SPDX-License-Identifier: GPL-2.0
/*
 * page.c - pages of HTML that are a part of the program
 *
 * A page is one file that refers to nothing else: it works from a mail, or on a
 * machine without a network. What pages have in common, page.css and page.js,
 * is put into each.
 */
#include <string.h>

#include "out/page.h"
#include "out/xml.h"
#include "util/error.h"

#define INCLUDE(name, file) \
	__asm__(".section .rodata." #name ", \"a\"\n" \
		#name ": .incbin \"tools/alloctag/out/" file "\"\n" \
		".byte 0\n" \
		".previous\n"); \
	extern const char name[]

INCLUDE(page_style, "page.css");
INCLUDE(page_script, "page.js");
INCLUDE(picture_page, "picture.html");
INCLUDE(chart_page, "chart.html");

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), size = strlen(end);

	return length > size && !strcmp(text + length - size, end);
}

/*
 * Is OUTPUT, of the option -o, the name of a page, and not of an SVG? Ends the
 * program if it is neither, or not given (NULL).
 */
bool is_page(const char *command, const char *output)
{
	if (!output)
		die(EXIT_WRONG, "%s: -o FILE is missing, with .svg or .html at its end",
		    command);
	if (ends_with(output, ".html"))
		return true;
	if (!ends_with(output, ".svg"))
		die(EXIT_WRONG, "%s: %s ends neither with .svg nor with .html", command,
		    output);
	return false;
}

/*
 * Fill in a page: @TITLE@, the colors and page.css for @STYLE@, page.js for
 * @SCRIPT@, and for @DATA@ what PRINT_DATA prints, which is JavaScript.
 */
void print_page(enum page page, const char *title, enum palette palette,
		void (*print_data)(const void *data, FILE *out), const void *data,
		FILE *out)
{
	static const char * const pages[] = {
		[PAGE_PICTURE] = picture_page,
		[PAGE_CHART] = chart_page,
	};
	const char *at = pages[page];

	while (*at) {
		size_t length = strcspn(at, "@");

		fwrite(at, 1, length, out);
		at += length;
		if (!strncmp(at, "@TITLE@", 7)) {
			print_xml(out, title);
			at += 7;
		} else if (!strncmp(at, "@STYLE@", 7)) {
			print_css_colors(out, palette);
			fputs(page_style, out);
			at += 7;
		} else if (!strncmp(at, "@SCRIPT@", 8)) {
			fputs(page_script, out);
			at += 8;
		} else if (!strncmp(at, "@DATA@", 6)) {
			print_data(data, out);
			at += 6;
		} else if (*at) {
			fputc(*at++, out);
		}
	}
}
