// SPDX-License-Identifier: GPL-2.0
/*
 * index.c - finding elements of an array by a hash of their keys
 *
 * A hash table of numbers: of names, groups, nodes and so on, which are in
 * arrays and can be moved. It probes linearly and is at most two thirds full.
 * Elements are never removed.
 */
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/index.h"

#define FIRST_SIZE 1024

static void put(struct index *index, struct index_slot slot)
{
	size_t at = slot.hash;

	while (index->slots[at & (index->size - 1)].number)
		at++;
	index->slots[at & (index->size - 1)] = slot;
}

static void grow_index(struct index *index)
{
	struct index_slot *old = index->slots;
	size_t size = index->size, i;

	index->size = size ? size * 2 : FIRST_SIZE;
	index->slots = xcalloc(index->size, sizeof(*index->slots));
	for (i = 0; i < size; i++)
		if (old[i].number)
			put(index, old[i]);
	free(old);
}

/* Add the element NUMBER, whose key has this hash and is not in the index. */
void index_add(struct index *index, uint32_t hash, uint32_t number)
{
	if ((index->nr + 1) * 3 > index->size * 2)
		grow_index(index);
	put(index, (struct index_slot){ .hash = hash, .number = number + 1 });
	index->nr++;
}

void index_free(struct index *index)
{
	free(index->slots);
	memset(index, 0, sizeof(*index));
}

/* Hash a key of several numbers: HASH is the hash of those before VALUE. */
uint32_t hash_add(uint32_t hash, uint64_t value)
{
	value = (value ^ hash) * 0x9e3779b97f4a7c15u;
	return value ^ value >> 32;
}
