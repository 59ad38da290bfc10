// SPDX-License-Identifier: GPL-2.0
/*
 * measure.c - what the numbers of a line are, in each file of the kernel
 */
#include <math.h>
#include <stddef.h>

#include "snapshot/measure.h"

#define MEASURE(member, name_of_it, of_unit, of_kind) \
	{ .name = name_of_it, .unit = UNIT_##of_unit, .kind = MEASURE_##of_kind, \
	  .value = offsetof(union values, member) / sizeof(int64_t) }

const struct measures allocinfo_measures = { 2, {
	MEASURE(live, "number of live allocations", NUMBER, SUM),
	MEASURE(bytes, "number of bytes", BYTES, SUM),
} };

const struct measures alloctag_measures = { 3, {
	MEASURE(allocs, "number of allocations", NUMBER, RATE),
	MEASURE(live, "number of live allocations", NUMBER, SUM),
	MEASURE(bytes, "number of bytes", BYTES, SUM),
} };

const struct measures sample_measures = { 5, {
	MEASURE(live, "number of live allocations", NUMBER, SUM),
	MEASURE(bytes, "number of bytes", BYTES, SUM),
	MEASURE(samples, "number of samples", NUMBER, SUM),
	MEASURE(bytes_variance, "error of the bytes", BYTES, VARIANCE),
	MEASURE(live_variance, "error of the live allocations", NUMBER, VARIANCE),
} };

const struct measures wait_measures = { 4, {
	MEASURE(wakeups, "number of wakeups", NUMBER, RATE),
	MEASURE(waits, "number of waits", NUMBER, RATE),
	MEASURE(slept, "time asleep", NANOSECONDS, RATE),
	MEASURE(longest, "longest wait", NANOSECONDS, MAXIMUM),
} };

const struct measures error_measures = { 2, {
	MEASURE(lines, "number of lines", NUMBER, SUM),
	MEASURE(taken, "number of lines that were taken", NUMBER, SUM),
} };

const struct measures slack_measures = { 2, {
	MEASURE(given, "number of bytes", BYTES, RATE),
	MEASURE(requested, "number of requested bytes", BYTES, RATE),
} };

enum unit size_unit(const struct measures *measures)
{
	unsigned int i = 0;

	/* The size is the first value. */
	while (measures->array[i].value)
		i++;
	return measures->array[i].unit;
}

void add_values(const struct measures *measures, union values *sum,
		const union values *values)
{
	unsigned int i;

	for (i = 0; i < measures->nr; i++) {
		unsigned int k = measures->array[i].value;

		if (measures->array[i].kind == MEASURE_VARIANCE)
			sum->variance[k] += values->variance[k];
		else if (measures->array[i].kind != MEASURE_MAXIMUM)
			sum->value[k] += values->value[k];
		else if (sum->value[k] < values->value[k])
			sum->value[k] = values->value[k];
	}
}

void subtract_values(const struct measures *measures, union values *sum,
		     const union values *values)
{
	unsigned int i;

	for (i = 0; i < measures->nr; i++) {
		unsigned int k = measures->array[i].value;

		if (measures->array[i].kind == MEASURE_VARIANCE)
			sum->variance[k] += values->variance[k];
		else if (measures->array[i].kind != MEASURE_MAXIMUM)
			sum->value[k] -= values->value[k];
	}
}

uint64_t standard_error(double variance)
{
	double error = ceil(sqrt(variance));

	return error < (double)INT64_MAX ? (uint64_t)error : INT64_MAX;
}
