// SPDX-License-Identifier: GPL-2.0
/*
 * A malloc() with blocks that have exactly the size that was asked for, and no
 * memory in front of them: it can't be read. The word after a block is checked
 * when it is freed. With ALIGNMENT, each block is at a multiple of it.
 */
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE	4096ul
#define AFTER	0x5a
#ifndef ALIGNMENT
#define ALIGNMENT	PAGE
#endif
/* Enough for 4096 blocks with the largest ALIGNMENT in use. */
#define RESERVED	(256ul << 30)

static char *next, *end;

#define block_size	malloc_usable_size
#include "other-malloc.h"

/* The size of a block is kept in another page, two before the block. */
static size_t *size_of(void *p)
{
	return (size_t *)((char *)p - 2 * PAGE);
}

void *malloc(size_t size)
{
	char *p;

	if (!next) {
		next = mmap(NULL, RESERVED, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (next == MAP_FAILED)
			abort();
		end = next + RESERVED;
	}
	p = (char *)(((uintptr_t)next + 2 * PAGE + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
	next = p + (size + 8 + PAGE - 1) / PAGE * PAGE;
	if (next > end)
		abort();
	*size_of(p) = size;
	memset(p + size, AFTER, 8);
	if (mprotect(p - PAGE, PAGE, PROT_NONE))
		abort();
	return p;
}

size_t malloc_usable_size(void *p)
{
	return p ? *size_of(p) : 0;
}

void free(void *p)
{
	int i;

	if (!p)
		return;
	for (i = 0; i < 8; i++)
		if (((char *)p)[malloc_usable_size(p) + i] != AFTER)
			abort();
}
