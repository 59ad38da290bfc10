// SPDX-License-Identifier: GPL-2.0
/*
 * histogram.c - parsing codetag/wait/histograms
 *
 * A block for each line with the flag h, which an empty line ends
 * (lib/wait_tag/files.c):
 *
 *	fs/jbd2/commit.c:171 module:jbd2 func:journal_wait_on_commit_record
 *	count:          1006
 *	...
 *	p50 p90 p99 p99.9 (ns): 245760 3407872 3407872 3407872
 *	buckets (ns): 229376:503 262144:12 ... inf:1
 *
 * All but the last of these lines are as in the code tagging RFC, or for
 * people; kernels before alloctag 0.4 have no buckets. A bucket ends before the
 * number of nanoseconds, and has the waits from the end of the one before it.
 */
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/text.h"
#include "waits/histogram.h"

/* FILE:LINE module:MODULE func:FUNCTION. Returns what is wrong, or NULL. */
static const char *parse_place(struct entry *entry, const char *text, const char *end)
{
	const char *function = memmem(text, end - text, " func:", 6), *place_end, *module;
	const char *rest, *problem;
	char *line;

	if (!function)
		return "no func:";
	module = memmem(text, function - text, " module:", 8);
	place_end = module ? module : function;
	/* As other files name it. */
	line = xasprintf("%.*s%s%.*s%s%.*s", (int)(place_end - text), text,
			 module ? " [" : "", module ? (int)(function - module - 8) : 0,
			 module ? module + 8 : "", module ? "]" : "",
			 (int)(end - function), function);
	problem = parse_tag(line, line + strlen(line), entry, &rest);
	free(line);
	return problem;
}

static const char *parse_quantiles(struct histogram *histogram, const char *text,
				   const char *end)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(histogram->quantiles); i++) {
		char *after;

		histogram->quantiles[i] = strtoll(text, &after, 10);
		if (after == text || after > end || histogram->quantiles[i] < 0)
			return "no quantile";
		text = after;
	}
	return NULL;
}

/* "END:WAITS END:WAITS ... inf:WAITS", the shortest first. */
static const char *parse_buckets(struct histograms *histograms,
				 struct histogram *histogram, const char *text,
				 const char *end)
{
	int64_t before = 0;

	histogram->first = histograms->nr_buckets;
	while (text < end) {
		struct bucket bucket = { .end = INT64_MAX };
		char *after;

		text += *text == ' ';
		if (end - text > 4 && !memcmp(text, "inf:", 4)) {
			after = (char *)text + 3;
		} else {
			bucket.end = strtoll(text, &after, 10);
			if (after == text || after >= end || *after != ':')
				return "no bucket";
		}
		text = after + 1;
		bucket.waits = strtoll(text, &after, 10);
		if (after == text || after > end || bucket.waits < 0 ||
		    bucket.end <= before)
			return "no bucket";
		before = bucket.end;
		text = after;
		histograms->buckets = grow(histograms->buckets, histograms->nr_buckets,
					   &histograms->buckets_room, sizeof(bucket));
		histograms->buckets[histograms->nr_buckets++] = bucket;
		histogram->nr++;
	}
	return NULL;
}

/* Read the file NAME, or a copy. Ends the program if it is wrong. */
void read_histograms(struct histograms *histograms, const char *name)
{
	static const char quantiles[] = "p50 p90 p99 p99.9 (ns):", buckets[] = "buckets (ns):";
	struct histogram *histogram = NULL;
	struct buffer text = { 0 };
	const char *at, *end, *problem;
	unsigned int number = 0;
	struct error error;
	int64_t time;

	memset(histograms, 0, sizeof(*histograms));
	if (read_into(&text, name, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	for (at = text.text; at < text.text + text.used; at = end + 1) {
		number++;
		end = strchrnul(at, '\n');
		problem = *end ? NULL : "cut off";
		if (!problem && at == end) {
			histogram = NULL;
		} else if (!problem && !histogram) {
			histograms->array = grow(histograms->array, histograms->nr,
						 &histograms->room, sizeof(*histogram));
			histogram = &histograms->array[histograms->nr++];
			memset(histogram, 0, sizeof(*histogram));
			problem = parse_place(&histogram->entry, at, end);
		} else if (!problem && !strncmp(at, quantiles, strlen(quantiles))) {
			problem = parse_quantiles(histogram, at + strlen(quantiles), end);
		} else if (!problem && !strncmp(at, buckets, strlen(buckets))) {
			problem = parse_buckets(histograms, histogram, at + strlen(buckets), end);
		}
		if (problem)
			die(EXIT_WRONG, "%s:%u: %s", name, number, problem);
	}
	buffer_free(&text);
}

void histograms_free(struct histograms *histograms)
{
	free(histograms->array);
	free(histograms->buckets);
	memset(histograms, 0, sizeof(*histograms));
}
