// SPDX-License-Identifier: GPL-2.0
/*
 * chart_svg.c - a timeline as SVG
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "out/chart.h"
#include "out/svg.h"
#include "out/xml.h"
#include "util/buffer.h"
#include "util/text.h"

#define HEIGHT 640
#define LEFT 70			/* of the areas; the axis of bytes is there */
#define RIGHT 820
#define TOP (SVG_HEADER + 40)	/* the names of breaks are above */
#define BOTTOM (HEIGHT - 46)
#define LEGEND (RIGHT + 22)
#define LEGEND_ROW 34

struct axes {
	const struct timeline *timeline;
	FILE *out;
	double begin, end;	/* times */
	double most;		/* bytes */
};

static double x_of(const struct axes *axes, double time)
{
	return LEFT + (RIGHT - LEFT) * (time - axes->begin) / (axes->end - axes->begin);
}

static double y_of(const struct axes *axes, double bytes)
{
	return BOTTOM - (BOTTOM - TOP) * bytes / axes->most;
}

/*
 * "512 KiB", "1.5 MiB": the values of an axis are multiples of powers of two.
 */
static void tick_text(char text[HUMAN_SIZE], double bytes)
{
	static const char * const units[] = {
		"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"
	};
	unsigned int unit = 0;

	for (; bytes >= 1024 && unit < ARRAY_SIZE(units) - 1; unit++)
		bytes /= 1024;
	if (bytes)
		snprintf(text, HUMAN_SIZE, "%g %s", bytes, units[unit]);
	else
		snprintf(text, HUMAN_SIZE, "0");
}

/* Lines at four to eight numbers of bytes; the highest is above all areas. */
static void draw_bytes(struct axes *axes)
{
	double step = 1, bytes;
	char text[HUMAN_SIZE];

	while (axes->timeline->most > 7 * step)
		step *= 2;
	axes->most = ceil(axes->timeline->most / step) * step;
	for (bytes = 0; bytes <= axes->most; bytes += step) {
		double y = y_of(axes, bytes);

		fprintf(axes->out,
			"<line class=\"grid\" x1=\"%u\" y1=\"%.1f\" x2=\"%u\" y2=\"%.1f\"/>\n",
			LEFT, y, RIGHT, y);
		tick_text(text, bytes);
		svg_text(axes->out, "end", LEFT - 6, y + 4, text);
	}
}

/* The text at a time; WITH_DATE: also the date, in a second row. */
static void draw_time(const struct axes *axes, double time, double step,
		      bool with_date)
{
	double x = x_of(axes, time);
	char text[HUMAN_SIZE];
	time_t seconds;
	struct tm when;

	fprintf(axes->out,
		"<line class=\"axis\" x1=\"%.1f\" y1=\"%u\" x2=\"%.1f\" y2=\"%u\"/>\n", x,
		BOTTOM, x, BOTTOM + 5);
	if (axes->timeline->axis == AXIS_NUMBER) {
		snprintf(text, sizeof(text), "%.0f", time);
	} else if (axes->timeline->axis == AXIS_ELAPSED) {
		double size = step / 1e9;
		double unit = size < 60 ? 1 : size < 3600 ? 60 : size < 86400 ? 3600 : 86400;

		snprintf(text, sizeof(text), "%g %s", time / 1e9 / unit,
			 unit == 1 ? "s" : unit == 60 ? "min" : unit == 3600 ? "h" : "d");
	} else {
		seconds = llround(time / 1e9);
		if (!gmtime_r(&seconds, &when))
			return;
		strftime(text, sizeof(text), step < 1e9 * 60 ? "%H:%M:%S" :
			 step < 1e9 * 86400 ? "%H:%M" : "%Y-%m-%d", &when);
		if (with_date && step < 1e9 * 86400) {
			char date[HUMAN_SIZE];

			strftime(date, sizeof(date), "%Y-%m-%d", &when);
			svg_text(axes->out, "middle", x, BOTTOM + 31, date);
		}
	}
	svg_text(axes->out, "middle", x, BOTTOM + 17, text);
}

/* Times at which people expect lines; the smallest step that leaves room. */
static void draw_times(const struct axes *axes)
{
	static const double steps[] = {
		0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
		3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800,
	};
	bool number = axes->timeline->axis == AXIS_NUMBER;
	double unit = number ? 1 : 1e9, span = (axes->end - axes->begin) / unit;
	double step = number ? 1 : steps[0], time;
	int64_t day, last_day = -1;
	unsigned int i;

	for (i = 0; span / step > 8; i++)
		step = number ? step * (i % 3 == 1 ? 2.5 : 2) :
		       i + 1 < ARRAY_SIZE(steps) ? steps[i + 1] : step * 2;
	for (time = ceil(axes->begin / unit / step) * step; time <= axes->end / unit + 1e-9;
	     time += step) {
		day = time / 86400;
		draw_time(axes, time * unit, step * unit, day != last_day);
		last_day = day;
	}
	svg_text(axes->out, "end", RIGHT, BOTTOM + 33,
		 axes->timeline->axis == AXIS_TIME ? "UTC" :
		 number ? "number of the snapshot" : "since the first snapshot");
}

/* The bytes that are below an area, and those below its upper edge. */
static void edges(const struct timeline *timeline, unsigned int area, size_t point,
		  int64_t *low, int64_t *high)
{
	unsigned int i;

	*low = area < timeline->nr_areas ? timeline_others(timeline, point) : 0;
	for (i = timeline->nr_areas; i-- > area + 1;)
		*low += timeline->areas[i].values[point];
	if (area < timeline->nr_areas)
		*high = *low + timeline->areas[area].values[point];
	else
		*high = timeline_others(timeline, point);
}

/* One area from a point to the last one before a break. */
static void draw_piece(const struct axes *axes, unsigned int area, size_t from,
		       size_t to)
{
	const struct timeline *timeline = axes->timeline;
	int64_t low, high;
	size_t i;

	/* A single snapshot has no width. */
	if (from == to) {
		double x = x_of(axes, timeline->points[from].time);

		edges(timeline, area, from, &low, &high);
		fprintf(axes->out, "M%.1f,%.1fH%.1fV%.1fH%.1fZ", fmax(x - 1.5, LEFT),
			y_of(axes, high), fmin(x + 1.5, RIGHT), y_of(axes, low),
			fmax(x - 1.5, LEFT));
		return;
	}
	for (i = from; i <= to; i++) {
		edges(timeline, area, i, &low, &high);
		fprintf(axes->out, "%s%.1f,%.1f", i == from ? "M" : "L",
			x_of(axes, timeline->points[i].time), y_of(axes, high));
	}
	for (i = to + 1; i-- > from;) {
		edges(timeline, area, i, &low, &high);
		fprintf(axes->out, "L%.1f,%.1f", x_of(axes, timeline->points[i].time),
			y_of(axes, low));
	}
	fputs("Z", axes->out);
}

/* AREA: the number of one, or of the others, which comes after them. */
static void draw_area(const struct axes *axes, unsigned int area, const char *label,
		      unsigned int hue)
{
	const struct timeline *timeline = axes->timeline;
	size_t i, from = 0;

	fprintf(axes->out, "<path class=\"c%u\" d=\"", hue);
	for (i = 1; i <= timeline->nr; i++) {
		if (i == timeline->nr || timeline->points[i].before) {
			draw_piece(axes, area, from, i - 1);
			from = i;
		}
	}
	fputs("\"><title>", axes->out);
	print_xml(axes->out, label);
	fputs("</title></path>\n", axes->out);
}

static void draw_breaks(const struct axes *axes)
{
	const struct timeline *timeline = axes->timeline;
	double last = 0;
	size_t i;

	for (i = 1; i < timeline->nr; i++) {
		const char *name = break_names[timeline->points[i].before];
		double x = x_of(axes, timeline->points[i - 1].time);
		double width = x_of(axes, timeline->points[i].time) - x;
		double half = svg_text_width(name) / 2, middle = x + width / 2;

		if (!timeline->points[i].before)
			continue;
		fprintf(axes->out,
			"<rect class=\"gap\" x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"%u\"/>\n",
			x, TOP, fmax(width, 2), BOTTOM - TOP);
		middle = fmin(fmax(middle, LEFT + half), RIGHT - half);
		/*
		 * Names of breaks that are close to each other don't overlap.
		 */
		if (middle - half > last) {
			svg_text(axes->out, "middle", middle, TOP - 5, name);
			last = middle + half + 4;
		}
	}
}

static void draw_legend(const struct axes *axes, double y, unsigned int hue,
			const char *label, int64_t first, int64_t last)
{
	char *shown = svg_fit(label, SVG_WIDTH - LEGEND - 26), *numbers;
	char size[2][HUMAN_SIZE];

	fprintf(axes->out, "<rect class=\"c%u\" x=\"%u\" y=\"%.1f\" width=\"14\" height=\"12\"/>\n",
		hue, LEGEND, y);
	svg_text(axes->out, NULL, LEGEND + 20, y + 10, shown ? shown : label);
	numbers = xasprintf("%s, %s%s", human_bytes(size[0], last), last > first ? "+" : "",
			    human_bytes(size[1], last - first));
	svg_text(axes->out, NULL, LEGEND + 20, y + 23, numbers);
	free(numbers);
	free(shown);
}

void print_chart_svg(const struct timeline *timeline, const char *title,
		     const char *empty, FILE *out)
{
	const struct point *points = timeline->points;
	size_t last = timeline->nr - 1, first = last;
	struct axes axes = { .timeline = timeline, .out = out,
			     .begin = points[0].time, .end = points[last].time };
	char *others = xasprintf("%zu others", timeline->others);
	double y = TOP + 18;
	unsigned int i;

	svg_begin(out, PALETTE_NAMES, timeline->most > 0 ? HEIGHT : 200, title);
	if (timeline->most <= 0) {
		svg_message(out, 200, empty);
		svg_end(out);
		free(others);
		return;
	}
	/* What is from before a reboot is gone. */
	while (first && (points[first].before == BREAK_NONE || points[first].before == BREAK_GAP))
		first--;
	draw_bytes(&axes);
	draw_breaks(&axes);
	if (timeline->others)
		draw_area(&axes, timeline->nr_areas, others, COLOR_PLAIN);
	for (i = timeline->nr_areas; i--;)
		draw_area(&axes, i, timeline->areas[i].label, timeline->areas[i].hue);
	fprintf(out, "<line class=\"axis\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", LEFT,
		BOTTOM, RIGHT, BOTTOM);
	draw_times(&axes);
	svg_text(out, NULL, LEGEND, TOP + 4, first ? "At the end, change since the last break" :
		 "At the end, change since the start");
	for (i = 0; i < timeline->nr_areas; i++, y += LEGEND_ROW)
		draw_legend(&axes, y, timeline->areas[i].hue, timeline->areas[i].label,
			    timeline->areas[i].values[first], timeline->areas[i].values[last]);
	if (timeline->others)
		draw_legend(&axes, y, COLOR_PLAIN, others, timeline_others(timeline, first),
			    timeline_others(timeline, last));
	svg_end(out);
	free(others);
}
