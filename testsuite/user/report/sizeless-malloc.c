// SPDX-License-Identifier: GPL-2.0
/*
 * A malloc() that doesn't know how large blocks are, as tcmalloc before its
 * constructor has run. The word in front of a block must not change.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GUARD	UINT64_C(0x5a5a5a5a5a5a5a5a)

static _Alignas(16) char memory[64 << 20];
static size_t used;

static size_t block_size(void *p)
{
	return ((uint64_t *)p)[-2];
}

#include "other-malloc.h"

void *malloc(size_t size)
{
	uint64_t *p = (uint64_t *)(memory + used);

	used += 16 + (size + 15) / 16 * 16;
	if (used > sizeof(memory))
		abort();
	p[0] = size;
	p[1] = GUARD;
	return p + 2;
}

size_t malloc_usable_size(void *p)
{
	(void)p;
	return 0;
}

void free(void *p)
{
	if (p && ((uint64_t *)p)[-1] != GUARD)
		abort();
}
