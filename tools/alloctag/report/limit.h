/* SPDX-License-Identifier: GPL-2.0 */
/*
 * limit.h - limits of growth, for tests
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdbool.h>

#include "options.h"
#include "report/verdict.h"

/* A line that grew more than allowed. */
struct failure {
	struct group group;		/* of the difference */
	enum confidence confidence;	/* CONFIDENCE_NONE: there was no verdict */
};

/* The result of a test. All 0: nothing failed. */
struct test_result {
	struct failure *failures;
	size_t nr, room;
	double seconds;			/* 0: not known */
	const char *command;		/* of run; NULL: none */
	int status;			/* its exit status */
};

bool has_limits(const struct options *options);
void need_limits(const char *command, bool live, const struct options *options);
void limit_growth(struct test_result *result, const struct groups *groups,
		  const struct options *options);
void limit_suspects(struct test_result *result, const struct suspect *suspects,
		    size_t nr, const struct options *options);
void check_windows(const char *command, const struct series *series,
		   const struct options *options);
int finish_test(struct test_result *result, const char *command,
		const struct snapshot *last, const struct options *options);

#endif
