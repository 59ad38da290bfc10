// SPDX-License-Identifier: GPL-2.0
/* Thousands of call sites, first used by several threads at the same time. */
#include <pthread.h>

#include "check.h"

#define THREADS	4
#define CALLS	2000

/* A function for each, or the name of each. */
#define FUNCTION(n)	NOINLINE static void *site##n(void) { return malloc(1); }
#define NAME(n)		site##n,
#define TEN(X, n)	X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) \
			X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define HUNDRED(X, n)	TEN(X, n##0) TEN(X, n##1) TEN(X, n##2) TEN(X, n##3) TEN(X, n##4) \
			TEN(X, n##5) TEN(X, n##6) TEN(X, n##7) TEN(X, n##8) TEN(X, n##9)
#define THOUSAND(X, n)	HUNDRED(X, n##0) HUNDRED(X, n##1) HUNDRED(X, n##2) HUNDRED(X, n##3) \
			HUNDRED(X, n##4) HUNDRED(X, n##5) HUNDRED(X, n##6) HUNDRED(X, n##7) \
			HUNDRED(X, n##8) HUNDRED(X, n##9)

THOUSAND(FUNCTION, 1)
THOUSAND(FUNCTION, 2)

static void *(*const functions[CALLS])(void) = { THOUSAND(NAME, 1) THOUSAND(NAME, 2) };
static void *blocks[THREADS][CALLS];

static void *many(void *arg)
{
	void **to = arg;
	int i;

	for (i = 0; i < CALLS; i++)
		to[i] = functions[i]();
	return NULL;
}

/* How many lines of site...() have N live allocations? */
static int lines_with(int n)
{
	char *line, *rest = read_report();
	int lines = 0;

	while ((line = strsep(&rest, "\n"))) {
		int live;

		if (strstr(line, " site") && sscanf(line, "%*d %d", &live) == 1 && live == n)
			lines++;
	}
	return lines;
}

int main(void)
{
	pthread_t id[THREADS];
	int i, j;

	for (i = 0; i < THREADS; i++)
		pthread_create(&id[i], NULL, many, blocks[i]);
	for (i = 0; i < THREADS; i++)
		pthread_join(id[i], NULL);
	expect_true(lines_with(THREADS) == CALLS);
	for (i = 0; i < THREADS; i++)
		for (j = 0; j < CALLS; j++)
			free(blocks[i][j]);
	expect_true(lines_with(0) == CALLS);
	finish();
}
