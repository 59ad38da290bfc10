// SPDX-License-Identifier: GPL-2.0
/*
 * A failed allocation is not counted, and errno says why.
 *
 * not with: libmimalloc*
 */
#include <errno.h>
#include <sys/resource.h>

#include "check.h"

static volatile size_t most = SIZE_MAX;
static volatile size_t half = SIZE_MAX / 2 + 2;

NOINLINE static void no_malloc(size_t size)
{
	errno = 0;
	expect_true(!malloc(size));
	expect_true(errno == ENOMEM);
}

NOINLINE static void no_calloc(void)
{
	errno = 0;
	expect_true(!calloc(half, 2));
	expect_true(errno == ENOMEM);
}

NOINLINE static void no_reallocarray(void *p)
{
	errno = 0;
	expect_true(!reallocarray(p, half, 2));
	expect_true(errno == ENOMEM);
}

NOINLINE static void *allocate(void)
{
	return malloc(100);
}

int main(void)
{
	struct rlimit limit, small;
	void *p = allocate();
	size_t i;

	for (i = 0; i < 32; i++)
		no_malloc(most - i);
	/* One that there would be memory for. */
	expect_true(!getrlimit(RLIMIT_AS, &limit));
	small = limit;
	small.rlim_cur = 512 << 20;
	expect_true(!setrlimit(RLIMIT_AS, &small));
	for (i = 0; i < 3; i++)
		no_malloc(1 << 30);
	expect_true(!setrlimit(RLIMIT_AS, &limit));
	no_calloc();
	no_reallocarray(p);
	expect("no_malloc", 0, 0, 0);
	expect("no_calloc", 0, 0, 0);
	expect("no_reallocarray", 0, 0, 0);
	/* It is unchanged. */
	expect("allocate", 100, 1, 1);
	free(p);
	expect("allocate", 0, 0, 1);

	/* Success leaves errno alone, also for a new line. */
	errno = 5;
	free(malloc(3));
	expect_true(errno == 5);
	finish();
}
