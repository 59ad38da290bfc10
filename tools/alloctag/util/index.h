/* SPDX-License-Identifier: GPL-2.0 */
/*
 * index.h - finding elements of an array by a hash of their keys
 */
#ifndef INDEX_H
#define INDEX_H

#include <stddef.h>
#include <stdint.h>

struct index_slot {
	uint32_t hash;
	uint32_t number;	/* plus 1; 0: the slot is free */
};

/* All 0: an empty index. */
struct index {
	struct index_slot *slots;
	size_t nr, size;	/* used and all slots; a power of 2 */
};

#define INDEX_NONE UINT32_MAX

/*
 * The next number that was added with HASH, INDEX_NONE after the last one. *AT
 * is 0 for the first call, and is changed. The caller compares keys: others can
 * have the same hash.
 */
static inline uint32_t index_next(const struct index *index, uint32_t hash,
				  size_t *at)
{
	while (index->size) {
		const struct index_slot *slot =
			&index->slots[(hash + (*at)++) & (index->size - 1)];

		if (!slot->number)
			break;
		if (slot->hash == hash)
			return slot->number - 1;
	}
	return INDEX_NONE;
}

void index_add(struct index *index, uint32_t hash, uint32_t number);
void index_free(struct index *index);
uint32_t hash_add(uint32_t hash, uint64_t value);

#endif
