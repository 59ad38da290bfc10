// SPDX-License-Identifier: GPL-2.0
/*
 * colors.c - the colors of all pictures
 *
 * One table for SVG and HTML, so that both show the same. Each color has a
 * value for light and one for dark pages; text on any of them has a contrast of
 * 4.5 or more, as WCAG 2 demands. Growth goes from blue to red, which people
 * who can't tell red from green can read.
 */
#include <math.h>

#include "out/colors.h"

/* The most colors of a palette. */
#define MAX_COLORS 13

static const struct {
	unsigned int nr;
	uint32_t light[MAX_COLORS], dark[MAX_COLORS];
} palettes[NR_PALETTES] = {
	[PALETTE_NAMES] = { NR_HUES + 1, {
		0xf59696, 0xffbe96, 0xdbac59, 0xd5d789, 0x8cc67f, 0x8ae7c7, 0x41cad1,
		0x88deff, 0x89b5fd, 0xd0c6ff, 0xd59ce2, 0xffb6da, 0xe4e4e4,
	}, {
		0x652a2d, 0x834a29, 0x573900, 0x5e5f19, 0x254a1c, 0x0b6b53, 0x004c51,
		0x0c6383, 0x243f6c, 0x5a518a, 0x532f5b, 0x804462, 0x333333,
	} },
	[PALETTE_SLACK] = { NR_SLACK_COLORS, {
		0x98df9a, 0xaedb88, 0xc3d578, 0xd6cf6e, 0xe7c869, 0xf5c16b, 0xffba73,
		0xffb480, 0xffaf90, 0xffaba3, 0xe4e4e4,
	}, {
		0x235b28, 0x385816, 0x485400, 0x564f00, 0x614a00, 0x6a4400, 0x713f00,
		0x763a0d, 0x793621, 0x7a3430, 0x333333,
	} },
	[PALETTE_GROWTH] = { NR_GROWTH_COLORS, {
		0x549de5, 0x82b9f2, 0xaed2f7, 0xd3e3f5, 0xe4e4e4, 0xf4dbd4, 0xf5bfb1,
		0xf49982, 0xe96e50,
	}, {
		0x2c6fae, 0x2d5b88, 0x2e4a67, 0x2f3c4a, 0x333333, 0x493530, 0x643c31,
		0x8a3d2b, 0xb14328,
	} },
};

/* Where the colors of growth begin; see growth_color(). */
const char * const growth_legend[NR_GROWTH_COLORS] = {
	"halved or gone", "-25 %", "-5 %",
	"-1 %", "unchanged", "+1 %", "+5 %", "+25 %", "doubled or new",
};

/* The part of memory that is slack, -1 if it is not known. */
unsigned int slack_color(double slack)
{
	return slack < 0 ? NR_SLACK_COLORS - 1 :
	       fmin(slack * 2, 1) * (NR_SLACK_COLORS - 2);
}

/*
 * By how much something has grown, in percent of what it was: at least 1, 5, 25
 * or 100 (doubled); or shrunk by at least 1, 5, 25 or 50 (halved). The pages do
 * the same in page.js.
 */
unsigned int growth_color(int64_t before, int64_t now)
{
	static const double grown[] = { 1.01, 1.05, 1.25, 2 };
	static const double shrunk[] = { 0.99, 0.95, 0.75, 0.5 };
	unsigned int step = 0;

	if (now > before) {
		while (step < 4 && now >= before * grown[step])
			step++;
		return COLOR_UNCHANGED + step;
	}
	while (now < before && step < 4 && now <= before * shrunk[step])
		step++;
	return COLOR_UNCHANGED - step;
}

/*
 * A color for NAME: always the same one unless it is USED, a bit for each; then
 * the next one. So things keep their colors from picture to picture, and no two
 * of one picture have the same. After the twelfth, there is none left.
 */
unsigned int choose_hue(const char *name, unsigned int *used)
{
	uint32_t hash = 0;
	unsigned int hue;

	for (; *name; name++)
		hash = hash * 31 + (unsigned char)*name;
	hue = hash % NR_HUES;
	if (*used == (1u << NR_HUES) - 1)
		return COLOR_PLAIN;
	while (*used & 1u << hue)
		hue = (hue + 1) % NR_HUES;
	*used |= 1u << hue;
	return hue;
}

/* The style of an SVG. Classes c0, c1, ... are the colors. */
void print_svg_style(FILE *out, enum palette palette)
{
	unsigned int i, dark;

	fputs("<style>\n"
	      "text { font: 11px Helvetica, Arial, sans-serif; fill: #111; pointer-events: none; }\n"
	      ".title { font-size: 15px; font-weight: bold; }\n"
	      ".end { text-anchor: end; }\n"
	      ".middle { text-anchor: middle; }\n"
	      ".page { fill: #fff; }\n"
	      ".axis { stroke: #667; stroke-width: 1; }\n"
	      ".grid { stroke: #ddd; stroke-width: 1; }\n"
	      ".gap { fill: #f2f2f2; }\n"
	      "g rect, path { stroke: #fff; stroke-width: 1; }\n", out);
	for (dark = 0; dark < 2; dark++) {
		const uint32_t *colors = dark ? palettes[palette].dark :
					 palettes[palette].light;

		/* Paper is white. */
		if (dark)
			fputs("@media screen and (prefers-color-scheme: dark) {\n"
			      "text { fill: #eee; }\n"
			      ".page { fill: #16181c; }\n"
			      ".axis { stroke: #99a; }\n"
			      ".grid { stroke: #33363c; }\n"
			      ".gap { fill: #202329; }\n"
			      "g rect, path { stroke: #16181c; }\n", out);
		for (i = 0; i < palettes[palette].nr; i++)
			fprintf(out, ".c%u { fill: #%06x; }\n", i, colors[i]);
		if (dark)
			fputs("}\n", out);
	}
	fputs("</style>\n", out);
}

static void print_variables(FILE *out, const uint32_t *colors, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		fprintf(out, " --c%u: #%06x;", i, colors[i]);
	fputs(" }\n", out);
}

/* The same for HTML: variables, which page.css uses. */
void print_css_colors(FILE *out, enum palette palette)
{
	unsigned int nr = palettes[palette].nr, i;

	fputs(":root {", out);
	print_variables(out, palettes[palette].light, nr);
	fputs("@media screen {\n:root.dark {", out);
	print_variables(out, palettes[palette].dark, nr);
	fputs("}\n", out);
	for (i = 0; i < nr; i++)
		fprintf(out, ".c%u { background: var(--c%u); fill: var(--c%u); }\n",
			i, i, i);
}
