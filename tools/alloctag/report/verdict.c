// SPDX-License-Identifier: GPL-2.0
/*
 * verdict.c - which lines of a series may leak
 *
 * In any kernel some lines grow, and of many lines that go up and down by
 * chance, a few go up in every window. So growth alone is no verdict. It must
 * matter: be 0.2 % of all growth, or 0.1 % of MemTotal. It must stay: memory
 * that leaks is not freed, so its line hardly ever shrinks. And for high
 * suspicion, it must be more than chance: see by_chance().
 *
 *	high	it grew in all windows, four or more; or in the last four or
 *		more, and did not change before
 *	medium	it grew in three of four windows, or in a few and never shrank;
 *		or in all of three
 *	low	other growth
 *
 * Lines with a known reason to grow are low. But caches of inodes and directory
 * entries also hide leaks of references to these: they are medium if they grew
 * in all windows and are a tenth of all growth.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out/estimate.h"
#include "report/verdict.h"
#include "snapshot/kernel.h"
#include "util/buffer.h"

/*
 * For high suspicion, less than this of by_chance(). The bound is some ten
 * times what it bounds, so one series in fifty without a leak has a line by
 * chance.
 */
#define MAX_CHANCE 0.25

/* What growth is compared with, in bytes. */
struct scale {
	double *squares;	/* sums of squared steps of lines that changed, sorted */
	size_t changed;		/* how many */
	int64_t own;		/* growth of lines without a reason to grow */
	int64_t kernel;		/* of all but files and processes */
	int64_t total;		/* MemTotal; -1: not known */
};

/* How a line has changed, by the values of its windows. */
struct trend {
	unsigned int up, down, since;
	int64_t lost;		/* the most that it has shrunk */
	int64_t before;		/* by how much it had changed at SINCE */
	bool late;		/* it grew in the second half */
};

static struct trend trend_of(const int64_t *values, unsigned int windows)
{
	struct trend trend = { 0 };
	int64_t most = values[0], least = values[0];
	unsigned int w;

	for (w = 1; w <= windows; w++) {
		trend.up += values[w] > values[w - 1];
		trend.down += values[w] < values[w - 1];
		most = values[w] > most ? values[w] : most;
		least = values[w] < least ? values[w] : least;
		if (most - values[w] > trend.lost)
			trend.lost = most - values[w];
		if (values[w] <= values[w - 1]) {
			trend.since = w;
			trend.before = most - least;
		}
	}
	trend.late = values[windows] > values[windows / 2];
	return trend;
}

/* Does the growth of SUSPECT matter beside all growth, or beside MemTotal? */
static bool matters(const struct suspect *suspect, const struct scale *scale)
{
	int64_t bytes = suspect->group->bytes;

	return bytes >= scale->own / 500 ||
	       (scale->total > 0 && bytes >= scale->total / 1000);
}

/* How many lines move at least a tenth as much as one with these SQUARES. */
static size_t like(const struct scale *scale, double squares)
{
	size_t low = 0, high = scale->changed;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (scale->squares[middle] < squares / 100)
			low = middle + 1;
		else
			high = middle;
	}
	return scale->changed - low;
}

/*
 * A bound for how many of the lines that move as much as this one would have
 * grown like it if all of them went up and down by chance. If steps are as
 * likely up as down, then for their sum S and the sum Q of their squares
 *
 *	P(S / sqrt(Q) > t) <= exp(-t * t / 2)
 *
 * (Efron, "Student's t-Test Under Symmetry Conditions", 1969), whatever the
 * sizes of the steps. Equal steps up in n snapshots have S / sqrt(Q) = sqrt(n).
 * One large step, as of a program that starts, must not hide all others, so it
 * is also left out. And of n steps, all are up with a probability of 1 / 2^n.
 */
static double by_chance(const struct suspect *suspect, const struct scale *scale)
{
	const struct history *history = suspect->history;
	double sum = suspect->group->bytes, rest = sum - history->largest;
	double squares = history->squares - history->largest * history->largest;
	double least = exp(-sum * sum / history->squares / 2);

	if (rest > 0 && squares > 0)
		least = fmin(least, exp(-rest * rest / squares / 2));
	if (!history->steps_down)
		least = fmin(least, pow(0.5, history->steps_up));
	return like(scale, squares > 0 ? squares : history->squares) * least;
}

/*
 * An error of estimates as large as the growth makes it low, but only if there
 * was a window without growth: the error is an upper limit. Of a large line,
 * most samples are the same at both ends and cancel out, so what it leaks can
 * be below that limit and far above the true error. It is not high either: the
 * estimate of a busy line, of which few samples stay, may grow in each window
 * by chance.
 */
static enum confidence judge(const struct suspect *suspect, const struct trend *trend,
			     double chance, const struct scale *scale,
			     unsigned int windows)
{
	bool certain = chance < MAX_CHANCE;
	bool significant = is_significant(suspect->group->bytes,
					  suspect->group->bytes_variance);
	bool stays = trend->lost <= suspect->group->bytes / 10;

	if (suspect->dropped && trend->up == windows && windows >= 4 &&
	    suspect->group->bytes >= scale->kernel / 10)
		return CONFIDENCE_MEDIUM;
	if (*suspect->note || windows < 3 || !matters(suspect, scale))
		return CONFIDENCE_LOW;
	if (trend->up == windows)
		return windows >= 4 && significant && certain ? CONFIDENCE_HIGH :
								CONFIDENCE_MEDIUM;
	if (!significant || !stays)
		return CONFIDENCE_LOW;
	if (certain && windows - trend->since >= 4 && trend->before <= suspect->group->bytes / 10)
		return CONFIDENCE_HIGH;
	if (trend->up * 4 >= windows * 3 ||
	    (trend->up >= 2 && !trend->down && trend->late))
		return CONFIDENCE_MEDIUM;
	return CONFIDENCE_LOW;
}

static int compare_suspects(const void *x, const void *y)
{
	const struct suspect *a = x, *b = y;

	if (a->confidence != b->confidence)
		return a->confidence < b->confidence ? 1 : -1;
	if (a->group->bytes != b->group->bytes)
		return a->group->bytes < b->group->bytes ? 1 : -1;
	if (a->group->file != b->group->file)
		return strcmp(name_text(a->group->file), name_text(b->group->file));
	return a->group->line < b->group->line ? -1 : a->group->line > b->group->line;
}

static void judge_line(struct suspect *suspect, const struct series *series,
		       const struct scale *scale)
{
	unsigned int windows = series->windows;
	size_t first = (suspect->history - series->history) * (windows + 1);
	struct trend trend = trend_of(&series->ends[first], windows);
	struct trend floors = trend_of(&series->floors[first], windows);

	/* A line that is filled and emptied is judged by what is left. */
	if (floors.down < trend.down ||
	    (floors.down == trend.down && floors.up > trend.up))
		trend = floors;
	suspect->up = trend.up;
	suspect->down = trend.down;
	suspect->since = trend.since;
	suspect->confidence = judge(suspect, &trend, by_chance(suspect, scale), scale,
				    windows);
}

static int compare_squares(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return a < b ? -1 : a > b;
}

/* To be freed: scale->squares. */
static void measure_growth(const struct series *series, struct scale *scale)
{
	size_t i;

	memset(scale, 0, sizeof(*scale));
	scale->squares = xmalloc((series->groups.nr + 1) * sizeof(*scale->squares));
	scale->total = series->last.memory.total;
	for (i = 0; i < series->groups.nr; i++) {
		const struct group *group = &series->groups.array[i];

		if (series->history[i].squares > 0 && !*note_of(&group->entry))
			scale->squares[scale->changed++] = series->history[i].squares;
		if (group->bytes <= 0)
			continue;
		if (!*note_of(&group->entry))
			scale->own += group->bytes;
		if (owner_of(&group->entry) != OWNER_USER)
			scale->kernel += group->bytes;
	}
	qsort(scale->squares, scale->changed, sizeof(*scale->squares), compare_squares);
}

/*
 * The *NR lines that have grown, the most suspicious first, and of equally
 * suspicious ones the largest growth first; to be freed.
 */
struct suspect *find_suspects(const struct series *series, size_t *nr)
{
	struct suspect *suspects = xcalloc(series->groups.nr, sizeof(*suspects));
	struct scale scale;
	size_t i;

	*nr = 0;
	measure_growth(series, &scale);
	for (i = 0; i < series->groups.nr; i++) {
		struct suspect suspect = { .group = &series->groups.array[i],
					   .history = &series->history[i] };

		if (suspect.group->bytes <= 0 || !suspect.history->selected)
			continue;
		suspect.note = note_of(&suspect.group->entry);
		suspect.dropped = is_dropped(&suspect.group->entry);
		judge_line(&suspect, series, &scale);
		suspects[(*nr)++] = suspect;
	}
	free(scale.squares);
	if (*nr)
		qsort(suspects, *nr, sizeof(*suspects), compare_suspects);
	return suspects;
}
