// SPDX-License-Identifier: GPL-2.0
/*
 * estimate.c - errors of estimates in tables and texts
 *
 * For people: half of the 95 % interval, after a plus-minus sign. For programs,
 * which may want to add up errors: one standard error.
 */
#include <inttypes.h>
#include <math.h>

#include "out/estimate.h"

/* Of a normal distribution, 95 % are within this many standard errors. */
#define ERRORS_95 1.96
/* -ln(0.05): with so many samples expected, there is none in 5 % of cases. */
#define SAMPLES_95 2.9957

/* Half of the 95 % interval, rounded up. */
int64_t margin_of(double variance)
{
	double margin = ceil(ERRORS_95 * sqrt(variance));

	return margin < (double)INT64_MAX ? (int64_t)margin : INT64_MAX;
}

/* Is 0 outside of the 95 % interval around CHANGE? */
bool is_significant(int64_t change, double variance)
{
	return fabs((double)change) > ERRORS_95 * sqrt(variance);
}

static bool for_people(enum output_format format)
{
	return format == OUTPUT_TEXT || format == OUTPUT_MARKDOWN;
}

/* After the column of the estimates. NAME is for programs. */
void add_error_column(struct table *table, enum output_format format,
		      const char *name, enum column_kind kind)
{
	table_column(table, for_people(format) ? "\xc2\xb1" : name, kind);
}

/* After a column of errors that are an upper limit: the lower one. */
void add_least_column(struct table *table, enum output_format format,
		      const char *name, enum column_kind kind)
{
	table_column(table, for_people(format) ? "\xc2\xb1 least" : name, kind);
}

void add_error_cell(struct table *table, enum output_format format,
		    double variance)
{
	table_count(table, for_people(format) ? margin_of(variance) :
		    (int64_t)standard_error(variance));
}

/* Half of the 95 % interval of a number of bytes. */
const char *margin_text(char text[HUMAN_SIZE], double variance, bool exact)
{
	if (!exact)
		return human_bytes(text, margin_of(variance));
	snprintf(text, HUMAN_SIZE, "%" PRId64, margin_of(variance));
	return text;
}

/*
 * What people have to know about the numbers that follow, which are from a file
 * in the format FROM. SHOWN: the samples that they are estimated from.
 */
void print_estimate_note(enum format from, const struct sampling *sampling,
			 uint64_t shown, enum output_format format, FILE *out)
{
	char rate[HUMAN_SIZE], limit[HUMAN_SIZE];

	if (!for_people(format))
		return;
	fprintf(out, "Estimates from %" PRIu64 " samples, one in %s; \xc2\xb1 is half of the 95 %% interval.\n",
		shown, human_bytes(rate, sampling->rate));
	fprintf(out, "Of memory allocated since sampling began, a line without samples has less than %s (95 %%).\n",
		human_bytes(limit, SAMPLES_95 * sampling->rate));
	if (from == FORMAT_SAMPLES_1_0)
		fputs("The kernel prints no errors: too small for live, if a call stack has several sizes.\n",
		      out);
	if (sampling->missed)
		fprintf(out, "Too low: %" PRIu64 " samples could not be recorded.\n",
			sampling->missed);
	if (shown < sampling->samples)
		fprintf(out, "Too low: %" PRIu64 " samples are not in the file (alloctag/threshold, or unloaded modules).\n",
			sampling->samples - shown);
	fputc('\n', out);
}
