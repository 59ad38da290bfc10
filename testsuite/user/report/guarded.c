// SPDX-License-Identifier: GPL-2.0
/*
 * Blocks of many sizes, filled to the end. With an argument, malloc() gives
 * blocks of exactly the size that was asked for.
 */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static void *by_malloc(size_t size)
{
	return malloc(size);
}

int main(int argc, char **argv)
{
	size_t size;
	char *p, *q;

	(void)argv;
	for (size = 1; size < 20000; size += 37) {
		p = by_malloc(size);
		q = calloc(1, size);
		if (!p || !q || (argc > 1 && malloc_usable_size(p) != size))
			return 1;
		memset(p, 1, size);
		memset(q, 2, size);
		p = realloc(p, 2 * size);
		if (!p || p[size - 1] != 1 || q[size - 1] != 2)
			return 2;
		memset(p, 3, 2 * size);
		free(p);
		free(q);
	}
	return !by_malloc(77);
}
