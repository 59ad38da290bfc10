// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: who had the objects that were freed lately, with
 * CONFIG_ALLOC_TAG_DEBUG, so that the report of a use after free can name the
 * line that allocated the object.
 *
 * A table of fixed size has the addresses of freed objects and the indexes of
 * their lines. Later objects overwrite earlier ones with the same hash. An
 * entry only counts while the slot of its object says that it is free: each
 * free writes the entry of that address again.
 */

#include <linux/alloc_tag/counter.h>
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/kasan.h>
#include <linux/kernel.h>

#include "freed.h"

#define FREED_BITS	15

/*
 * Written without a lock, in any context. A reader may see the index of one
 * object and the key of another. So the key is the address, combined with a
 * hash of the index: then the two don't match.
 */
static struct {
	unsigned long key;
	unsigned long idx;
} freed[1 << FREED_BITS];

/* The key of the object at @addr, whose slot held @idx. */
static unsigned long key_of(unsigned long addr, unsigned long idx)
{
	return addr ^ hash_long(idx + 1, BITS_PER_LONG);
}

/**
 * alloc_tag_freed_keep() - keep who had an object that is being freed
 * @obj: the object
 * @idx: what its slot holds
 *
 * Context: any.
 */
void alloc_tag_freed_keep(const void *obj, unsigned long idx)
{
	unsigned long addr = (unsigned long)kasan_reset_tag(obj);
	unsigned int nr = hash_long(addr, FREED_BITS);

	WRITE_ONCE(freed[nr].idx, idx);
	WRITE_ONCE(freed[nr].key, key_of(addr, idx));
}

/**
 * alloc_tag_freed_idx() - who had an object that is free
 * @obj: the object
 *
 * Context: any, including NMI.
 * Return: what its slot held before it was freed, or 0 if that is not known any
 * more.
 */
unsigned long alloc_tag_freed_idx(const void *obj)
{
	unsigned long addr = (unsigned long)kasan_reset_tag(obj);
	unsigned int nr = hash_long(addr, FREED_BITS);
	unsigned long idx = READ_ONCE(freed[nr].idx);

	return READ_ONCE(freed[nr].key) == key_of(addr, idx) ? idx : 0;
}

/**
 * alloc_tag_freed_forget() - forget who had objects of removed tags
 * @exists: is there a tag with an index?
 *
 * Context: the caller must hold alloc_tag_lock().
 */
void alloc_tag_freed_forget(bool (*exists)(unsigned long idx))
{
	unsigned long idx;
	unsigned int nr;

	for (nr = 0; nr < ARRAY_SIZE(freed); nr++) {
		idx = alloc_tag_idx_without_record(READ_ONCE(freed[nr].idx));
		if (!exists(idx))
			WRITE_ONCE(freed[nr].key, 0);
	}
}
