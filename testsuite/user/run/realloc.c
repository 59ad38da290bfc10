// SPDX-License-Identifier: GPL-2.0
/* realloc() charges the line that calls it, with the new size. */
#include "check.h"

NOINLINE static char *first(size_t size)
{
	return malloc(size);
}

NOINLINE static char *again(void *p, size_t size)
{
	return realloc(p, size);
}

NOINLINE static char *array(void *p, size_t n, size_t size)
{
	return reallocarray(p, n, size);
}

int main(void)
{
	char *p = first(100);
	size_t size;

	memset(p, 7, 100);
	for (size = 101; size < 3000000; size += size / 3) {
		p = again(p, size);
		expect_true(p[0] == 7 && p[99] == 7);
		expect("again", size, 1, counts_of("again").allocs);
		memset(p, 7, size);
	}
	expect("first", 0, 0, 1);
	while ((size /= 2)) {
		p = again(p, size);
		expect_true(p[0] == 7 && p[size - 1] == 7);
		expect("again", size, 1, counts_of("again").allocs);
	}
	p = array(p, 11, 13);
	expect("again", 0, 0, counts_of("again").allocs);
	expect("array", 143, 1, 1);
	expect_true(!again(p, 0));
	expect("array", 0, 0, 1);
	p = again(NULL, 55);
	expect("again", 55, 1, counts_of("again").allocs);
	free(p);
	expect("again", 0, 0, counts_of("again").allocs);
	finish();
}
