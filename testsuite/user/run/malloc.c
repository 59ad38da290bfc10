// SPDX-License-Identifier: GPL-2.0
/* Each line has the bytes that it asked for, until they are freed. */
#include "check.h"

static void *blocks[100];

NOINLINE static void *by_malloc(size_t size)
{
	return malloc(size);
}

NOINLINE static void *by_calloc(size_t n, size_t size)
{
	return calloc(n, size);
}

int main(void)
{
	size_t i, sum = 0;

	for (i = 0; i < 100; i++) {
		blocks[i] = by_malloc(i * i);
		memset(blocks[i], 0xff, i * i);
		sum += i * i;
	}
	expect("by_malloc", sum, 100, 100);
	for (i = 0; i < 100; i += 2) {
		free(blocks[i]);
		sum -= i * i;
	}
	expect("by_malloc", sum, 50, 100);
	for (i = 1; i < 100; i += 2)
		free(blocks[i]);
	expect("by_malloc", 0, 0, 100);

	for (i = 0; i < 100; i++) {
		size_t j;

		blocks[i] = by_calloc(i, 7);
		for (j = 0; j < 7 * i; j++)
			expect_true(!((char *)blocks[i])[j]);
	}
	expect("by_calloc", 7 * 4950, 100, 100);
	for (i = 0; i < 100; i++)
		free(blocks[i]);
	expect("by_calloc", 0, 0, 100);

	/* Each large object is a mapping. */
	blocks[0] = by_malloc(10000000);
	expect("by_malloc", 10000000, 1, 101);
	free(blocks[0]);
	free(NULL);
	expect("by_malloc", 0, 0, 101);
	finish();
}
