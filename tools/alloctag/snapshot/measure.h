/* SPDX-License-Identifier: GPL-2.0 */
/*
 * measure.h - what the numbers of a line are
 *
 * Lines of different files have different numbers: bytes and allocations,
 * nanoseconds and waits. Each file has a table that says what they are, in
 * which unit, and how those of several lines become one. So what adds up,
 * sorts, records and draws lines does not know what they measure.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#define NR_VALUES 5

/* The numbers of a line. Those that a file doesn't have are 0. */
union values {
	int64_t value[NR_VALUES];
	double variance[NR_VALUES];	/* for MEASURE_VARIANCE */
	/* Of any line: how much, in how many parts, how often since boot. */
	struct {
		int64_t size, count;
		uint64_t calls;
	};
	/* Of memory. */
	struct {
		int64_t bytes, live;
		union {
			uint64_t allocs;
			uint64_t samples;	/* of an estimate */
		};
		double bytes_variance, live_variance;
	};
	/* Of waits: nanoseconds asleep, and of the longest wait. */
	struct {
		int64_t slept, waits;
		uint64_t wakeups;
		int64_t longest;
	};
	/* Of errors: how many lines, and how many of them were taken. */
	struct {
		int64_t lines, taken;
	};
	/* Of slack: bytes. */
	struct {
		int64_t given, requested;
	};
};

/* Members of a struct: all numbers as VALUES, and each by its name. */
#define VALUES union { union values values; union values; }

enum unit {
	UNIT_BYTES,
	UNIT_NANOSECONDS,
	UNIT_NUMBER,
};

enum measure_kind {
	MEASURE_SUM,		/* adds up: what is there */
	MEASURE_RATE,		/* adds up: counted since boot */
	MEASURE_MAXIMUM,	/* the largest of several */
	MEASURE_VARIANCE,	/* adds up; a recording has its root */
};

struct measure {
	const char *name;	/* for messages */
	enum unit unit;
	enum measure_kind kind;
	unsigned int value;	/* its index in union values */
};

/* All measures of a file, in the order in which a recording has them. */
struct measures {
	unsigned int nr;
	struct measure array[NR_VALUES];
};

extern const struct measures allocinfo_measures, alloctag_measures, sample_measures,
			     wait_measures, error_measures, slack_measures;

/* The unit of what lines are sorted by. */
enum unit size_unit(const struct measures *measures);
/* Add the numbers of another line to SUM. */
void add_values(const struct measures *measures, union values *sum,
		const union values *values);
/*
 * Subtract those of an earlier snapshot from SUM: maxima remain. Variances are
 * added, as those of a difference are.
 */
void subtract_values(const struct measures *measures, union values *sum,
		     const union values *values);
/* One standard error, rounded up, so that it is 0 only if there is none. */
uint64_t standard_error(double variance);

/* Each allocation is either live or freed. */
static inline uint64_t frees_of(const union values *values)
{
	return values->allocs - values->live;
}

#endif
