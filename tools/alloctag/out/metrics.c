// SPDX-License-Identifier: GPL-2.0
/*
 * metrics.c - a snapshot as metrics of Prometheus: the text exposition format
 *
 * For each group of --by, the largest rows and the sum of all others, so that
 * there are never more series than asked for, and that they add up. What
 * MemTotal is made of comes with them if it is known.
 *
 * With a list of series that were exported before, those remain that were among
 * the largest some time ago, see kept.c: as many again as asked for, at most.
 *
 * Estimates have other names, so that nobody adds them to exact numbers, and
 * series with their standard errors.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "out/exposition.h"
#include "out/metrics.h"
#include "snapshot/parts.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/clock.h"

/* The rows of a group that are exported, and the sum of the others. */
struct selection {
	enum grouping by;
	bool estimate;
	struct groups groups;
	size_t shown;		/* the first ones of GROUPS */
	char **labels;		/* of these; to be freed */
	struct group rest, all;
};

/* What the rows are called, one and several. */
static const struct {
	const char *one, *many;
} words[NR_GROUPINGS] = {
	[BY_LINE] = { "a line", "lines" },
	[BY_FUNCTION] = { "a function", "functions" },
	[BY_FILE] = { "a file", "files" },
	[BY_DIRECTORY] = { "a directory", "directories" },
	[BY_MODULE] = { "a module", "modules" },
	[BY_TYPE] = { "a type", "types" },
};

/*
 * The labels of a row in braces, in place of what is in BUFFER. An empty label
 * is none, so the kernel itself, which is no module, has a name if there is no
 * other label.
 */
static void make_labels(struct buffer *buffer, const struct groups *groups,
			const struct group *group)
{
	const char *module = name_text(group->module);
	char *name;

	buffer->used = 0;
	buffer_puts(buffer, "{");
	switch (groups->grouping) {
	case BY_LINE:
		add_line_labels(buffer, group);
		break;
	case BY_FUNCTION:
		add_label(buffer, "file", name_text(group->file));
		add_label(buffer, "function", name_text(group->function));
		add_label(buffer, "module", module);
		break;
	case BY_FILE:
		add_label(buffer, "file", name_text(group->file));
		add_label(buffer, "module", module);
		break;
	case BY_MODULE:
		add_label(buffer, "module", *module ? module : "vmlinux");
		break;
	default:
		name = group_label(groups, group);
		add_label(buffer, grouping_names[groups->grouping], name);
		free(name);
	}
	buffer_puts(buffer, "}");
}

static void add_to(struct group *sum, const struct group *group)
{
	sum->bytes += group->bytes;
	sum->live += group->live;
	sum->bytes_variance += group->bytes_variance;
	sum->live_variance += group->live_variance;
}

/* Put the rows of at least LEAST bytes first. Returns how many these are. */
static size_t put_large_first(struct groups *groups, int64_t least)
{
	size_t i, nr = 0;

	for (i = 0; i < groups->nr; i++) {
		struct group group = groups->array[i];

		if (least && llabs(group.bytes) < least)
			continue;
		groups->array[i] = groups->array[nr];
		groups->array[nr++] = group;
	}
	return nr;
}

/* A row that may be kept: its place, and what is known of its series. */
struct candidate {
	size_t at;
	const struct kept_series *known;
};

/*
 * The ones that left the largest last are first. Of those that left at the same
 * time, always the same ones are: the order in the file doesn't change.
 */
static int compare_times(const void *x, const void *y)
{
	const struct kept_series *a = ((const struct candidate *)x)->known;
	const struct kept_series *b = ((const struct candidate *)y)->known;

	if (a->time != b->time)
		return a->time < b->time ? 1 : -1;
	return a < b ? -1 : a > b;
}

static int compare_places(const void *x, const void *y)
{
	const struct candidate *a = x, *b = y;

	return a->at < b->at ? -1 : a->at > b->at;
}

/*
 * The first rows of SELECTION are the largest at the time NOW. Add those that
 * were since OLDEST to them, MOST at most if it isn't 0, and note the largest
 * in KEPT.
 */
static void keep_rows(struct selection *selection, struct kept *kept, size_t most,
		      int64_t oldest, int64_t now)
{
	struct groups *groups = &selection->groups;
	struct buffer labels = { 0 }, key = { 0 };
	size_t largest = selection->shown, nr = 0, room = 0, i;
	struct candidate *rows = NULL;

	for (i = 0; i < groups->nr; i++) {
		const struct kept_series *known;

		make_labels(&labels, groups, &groups->array[i]);
		key.used = 0;
		buffer_printf(&key, "%s%s", grouping_names[selection->by], labels.text);
		if (i < largest) {
			kept_seen(kept, key.text, now);
			continue;
		}
		known = kept_find(kept, key.text);
		if (!known || known->time < oldest)
			continue;
		rows = grow(rows, nr, &room, sizeof(*rows));
		rows[nr++] = (struct candidate){ .at = i, .known = known };
	}
	if (most && nr > most) {
		qsort(rows, nr, sizeof(*rows), compare_times);
		nr = most;
	}
	/* In this order, none is moved before its turn. */
	if (nr)
		qsort(rows, nr, sizeof(*rows), compare_places);
	for (i = 0; i < nr; i++) {
		struct group group = groups->array[rows[i].at];

		groups->array[rows[i].at] = groups->array[selection->shown];
		groups->array[selection->shown++] = group;
	}
	free(rows);
	buffer_free(&labels);
	buffer_free(&key);
}

/* KEPT: NULL if none are kept. */
static void select_rows(struct selection *selection, const struct snapshot *snapshot,
			const struct options *options, enum grouping by,
			struct kept *kept)
{
	int64_t now = (snapshot->time ? snapshot->time : realtime_ns()) / 1000000000;
	struct groups *groups = &selection->groups, large;
	struct buffer labels = { 0 };
	size_t i;

	memset(selection, 0, sizeof(*selection));
	selection->by = by;
	selection->estimate = is_estimate(snapshot->format);
	groups_init(groups, by, options->depth, measures_of(snapshot->format));
	groups_add_all(groups, snapshot, &options->filter);
	large = *groups;
	large.nr = put_large_first(groups, options->least);
	groups_sort(&large, options->sort, options->top);
	selection->shown = options->top && options->top < large.nr ? options->top : large.nr;
	if (kept)
		keep_rows(selection, kept, options->top, now - (int64_t)options->keep, now);
	selection->labels = xcalloc(selection->shown + 1, sizeof(*selection->labels));
	for (i = 0; i < groups->nr; i++) {
		add_to(&selection->all, &groups->array[i]);
		if (i >= selection->shown) {
			add_to(&selection->rest, &groups->array[i]);
			continue;
		}
		make_labels(&labels, groups, &groups->array[i]);
		selection->labels[i] = xstrdup(labels.text);
	}
	buffer_free(&labels);
}

static void selection_free(struct selection *selection)
{
	size_t i;

	for (i = 0; i < selection->shown; i++)
		free(selection->labels[i]);
	free(selection->labels);
	groups_free(&selection->groups);
}

static void print_value(FILE *out, const char *name, int64_t value,
			const char *help)
{
	print_help(out, name, "gauge", help);
	fprintf(out, "%s %" PRId64 "\n", name, value);
}

enum value {
	VALUE_BYTES,
	VALUE_OBJECTS,
	VALUE_ALLOCATIONS,
};

static const struct {
	const char *name, *help;
} values[] = {
	[VALUE_BYTES] = { "bytes", "live memory" },
	[VALUE_OBJECTS] = { "objects", "live allocations" },
	[VALUE_ALLOCATIONS] = { "allocations_total", "allocations" },
};

static int64_t value_of(const struct group *group, enum value value)
{
	return value == VALUE_BYTES ? group->bytes :
	       value == VALUE_OBJECTS ? group->live : (int64_t)group->allocs;
}

static double variance_of(const struct group *group, enum value value)
{
	return value == VALUE_BYTES ? group->bytes_variance : group->live_variance;
}

/* "Live memory of a line" or "Estimate of the live memory of a line". */
static char *help_of(const struct selection *selection, enum value value,
		     const char *of)
{
	const char *what = values[value].help;

	return selection->estimate ? xasprintf("Estimate of the %s of %s", what, of) :
	       xasprintf("%c%s of %s", *what - 'a' + 'A', what + 1, of);
}

/* A metric that has a series for each row, and its standard error. */
static void print_rows(const struct selection *selection, enum value value, FILE *out)
{
	const char *of = selection->by == BY_LINE ? "a line of the kernel" :
			 words[selection->by].one;
	char *name = xasprintf("alloctag_%s%s_%s", selection->estimate ? "estimated_" : "",
			       grouping_names[selection->by], values[value].name);
	char *text = help_of(selection, value, of), *help;
	size_t i;

	help = value == VALUE_ALLOCATIONS ?
	       xasprintf("%s since boot or since the module was loaded.", text) :
	       xasprintf("%s; only the largest %s.", text, words[selection->by].many);
	print_help(out, name, value == VALUE_ALLOCATIONS ? "counter" : "gauge", help);
	for (i = 0; i < selection->shown; i++)
		fprintf(out, "%s%s %" PRId64 "\n", name, selection->labels[i],
			value_of(&selection->groups.array[i], value));
	free(help);
	if (selection->estimate) {
		char *error = xasprintf("%s_stderr", name);

		help = xasprintf("Standard error of the estimate of the %s of %s.",
				 values[value].help, words[selection->by].one);
		print_help(out, error, "gauge", help);
		for (i = 0; i < selection->shown; i++)
			fprintf(out, "%s%s %" PRIu64 "\n", error, selection->labels[i],
				standard_error(variance_of(&selection->groups.array[i],
							   value)));
		free(help);
		free(error);
	}
	free(name);
	free(text);
}

/* A metric with one series: a sum of rows, or an owner's lines. */
static void print_sum(const struct selection *selection, const char *prefix,
		      enum value value, const struct group *sum, const char *of, FILE *out)
{
	char *name = xasprintf("alloctag_%s%s_%s", selection->estimate ? "estimated_" : "",
			       prefix, values[value].name);
	char *text = help_of(selection, value, of);

	print_value(out, name, value_of(sum, value), text);
	if (selection->estimate) {
		char *error = xasprintf("%s_stderr", name);

		print_value(out, error, standard_error(variance_of(sum, value)),
			    "Standard error of this estimate.");
		free(error);
	}
	free(name);
	free(text);
}

/* The series of a group, and of the rest of it. */
static void print_selection(const struct selection *selection, bool allocs, FILE *out)
{
	bool lines = selection->by == BY_LINE;
	char *rest = lines ? xasprintf("rest") :
		     xasprintf("%s_rest", grouping_names[selection->by]);
	char *of = xasprintf("all other %s.", words[selection->by].many);

	print_rows(selection, VALUE_BYTES, out);
	print_rows(selection, VALUE_OBJECTS, out);
	if (allocs)
		print_rows(selection, VALUE_ALLOCATIONS, out);
	print_sum(selection, rest, VALUE_BYTES, &selection->rest, of, out);
	print_sum(selection, rest, VALUE_OBJECTS, &selection->rest, of, out);
	free(rest);
	free(of);
}

/* What is not of a row: sums over all lines. */
static void print_totals(const struct snapshot *snapshot,
			 const struct selection *selection, bool kernel, FILE *out)
{
	struct group slab = { 0 }, user = { 0 };
	struct totals totals;

	add_up(snapshot, &totals);
	slab.bytes = totals.bytes[OWNER_SLAB_PAGES];
	slab.bytes_variance = totals.variance[OWNER_SLAB_PAGES];
	user.bytes = totals.bytes[OWNER_USER];
	user.bytes_variance = totals.variance[OWNER_USER];
	print_sum(selection, "all", VALUE_BYTES, &selection->all,
		  "all lines that were selected, exported or not.", out);
	print_sum(selection, "all", VALUE_OBJECTS, &selection->all,
		  "all lines that were selected, exported or not.", out);
	print_sum(selection, "slab_pages", VALUE_BYTES, &slab,
		  "slab pages, which the lines do not include.", out);
	print_sum(selection, "user_pages", VALUE_BYTES, &user, kernel ?
		  "pages of files and processes, which the lines do not include." :
		  "pages of files and processes, which the lines include.", out);
	if (selection->estimate) {
		print_value(out, "alloctag_sampled_lines", snapshot->nr,
			    "Lines of which there is a sample.");
		print_value(out, "alloctag_sample_distance_bytes",
			    snapshot->sampling.rate,
			    "Mean number of bytes from one sample to the next.");
		print_value(out, "alloctag_samples", totals.samples,
			    "Samples that the estimates are made of.");
		print_value(out, "alloctag_missed_samples", snapshot->sampling.missed,
			    "Samples that could not be recorded: the estimates lack them.");
		return;
	}
	print_value(out, "alloctag_lines", snapshot->nr, "Lines of the report.");
	print_value(out, "alloctag_inaccurate_lines", totals.inaccurate,
		    "Lines of which the kernel has missed frees.");
}

/* AVAILABLE: as for export_metrics(). */
static void print_parts(const struct snapshot *snapshot, int64_t available, FILE *out)
{
	struct part parts[NR_PARTS];
	struct totals totals;
	unsigned int i;

	if (available >= 0)
		print_value(out, "alloctag_available_bytes", available,
			    "MemAvailable: what can be allocated without swapping.");
	add_up(snapshot, &totals);
	if (is_estimate(snapshot->format) || !memory_parts(snapshot, &totals, parts))
		return;
	print_help(out, "alloctag_memory_bytes", "gauge",
		   "What MemTotal is made of; no_line is the part that no line has.");
	for (i = 0; i < NR_PARTS; i++)
		fprintf(out, "alloctag_memory_bytes{part=\"%s\"} %" PRId64 "\n",
			parts[i].name, parts[i].bytes);
}

/*
 * Print SNAPSHOT to OUT. AVAILABLE is MemAvailable in bytes, -1 if it is not
 * known. KEPT is NULL, or those that were exported before; the ones that are
 * among the largest now are added.
 */
void export_metrics(const struct snapshot *snapshot, const struct options *options,
		    int64_t available, struct kept *kept, FILE *out)
{
	struct selection selection;
	unsigned int groupings = options->groupings ? options->groupings : 1u << BY_LINE;
	unsigned int by;

	for (by = 0; by < NR_GROUPINGS; by++) {
		if (!(groupings & 1u << by))
			continue;
		groupings &= ~(1u << by);
		select_rows(&selection, snapshot, options, by, kept);
		print_selection(&selection, has_allocs(snapshot->format), out);
		if (!groupings)
			print_totals(snapshot, &selection, options->filter.kernel, out);
		selection_free(&selection);
	}
	print_parts(snapshot, available, out);
}
