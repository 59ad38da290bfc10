/* SPDX-License-Identifier: GPL-2.0 */
/*
 * internal.h - what the files of liballoctag share
 *
 *	site.c		from a tag to its index; the table of call sites
 *	counter.c	counters of each thread
 *	malloc.c	malloc() and the other allocators of the C library
 *	libc.c		functions of the C library that return allocated memory
 *	report.c	writing the counters: at exit, on a signal, by a call
 *
 * The first call with a tag adds its call site to a table, with copies of its
 * strings: the object that it is in may be unloaded with dlclose() while its
 * memory is still allocated. The index is stored in the tag. Each thread has an
 * array of counters, indexed by call site, that only it writes.
 *
 * None of this may allocate with malloc(), and none may hold alloc_tag_mutex
 * while it calls something that takes a lock.
 */
#ifndef ALLOCTAG_INTERNAL_H
#define ALLOCTAG_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../include/linux/alloc_tag/abi.h"
#include "alloctag.h"

/* Also for declarations, so that variables need no load of their address. */
#pragma GCC visibility push(hidden)

#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
/* Rarely called: keep it out of the functions that call it. */
#define SLOW		__attribute__((cold, noinline))
/* Part of the interface. All else is hidden. */
#define EXPORTED	__attribute__((visibility("default")))

/* An index must fit the cell of a block; see malloc.c. */
#define IDX_BITS	20
#define MAX_SITES	(1u << IDX_BITS)

/*
 * Call sites that are there from the start: calls without a tag, one for each
 * allocator.
 */
enum {
	IDX_NONE,
	IDX_MALLOC,
	IDX_CALLOC,
	IDX_REALLOC,
	IDX_REALLOCARRAY,
	IDX_ALIGNED_ALLOC,
	IDX_POSIX_MEMALIGN,
	IDX_MEMALIGN,
	IDX_VALLOC,
	IDX_PVALLOC,
	NR_UNTAGGED,
};

/*
 * alloc_tag_mutex protects the table of call sites, the list of counters, and
 * the growth of each. In a signal handler, alloc_tag_lock_in_handler() fails if
 * the thread that was interrupted has the lock. alloc_tag_unlock() also writes
 * the report of a signal that came while the lock was held.
 */
void alloc_tag_lock(void);
bool alloc_tag_lock_in_handler(void);
void alloc_tag_unlock(void);
void alloc_tag_report_if_pending(void);

/* Memory of whole pages, zeroed; NULL if there is none. */
void *alloc_tag_pages(size_t bytes);

/* site.c */

/*
 * struct site - a call site
 * @file, @function, @type, @line, @column, @flags: copied from its tag
 * @module:	the shared object that the tag is in, "" for the program
 * @next:	the index of the next one in a list, or 0
 */
struct site {
	const char *file;
	const char *function;
	const char *type;
	const char *module;
	unsigned int line;
	unsigned short column;
	unsigned short flags;
	unsigned int next;
};

extern struct site *alloc_tag_sites;
extern alloc_tag_idx_t alloc_tag_nr_sites;

/* What the plugin stores in a tag as its index: larger than any. */
#define IDX_UNKNOWN	UINT32_MAX

alloc_tag_idx_t alloc_tag_idx_slow(const struct alloc_tag *tag);
void alloc_tag_add_untagged(const struct alloc_tag *const *tags);

/* The index in TAG, which isn't NULL: IDX_UNKNOWN before its first use. */
static inline alloc_tag_idx_t alloc_tag_known_idx(const struct alloc_tag *tag)
{
	return __atomic_load_n(&tag->idx, __ATOMIC_RELAXED);
}

/* The index of TAG: of a new call site, if need be. IDX_NONE if that fails. */
static inline alloc_tag_idx_t alloc_tag_to_idx(const struct alloc_tag *tag)
{
	alloc_tag_idx_t idx = likely(tag) ? alloc_tag_known_idx(tag) : IDX_UNKNOWN;

	return likely(idx != IDX_UNKNOWN) ? idx : alloc_tag_idx_slow(tag);
}

/* counter.c */

/*
 * Those of frees only ever grow, those of allocations shrink by what their
 * thread has just counted. So a sum over threads needs no lock against writers.
 */
struct counter {
	uint64_t allocs;
	uint64_t frees;
	uint64_t alloc_bytes;
	uint64_t free_bytes;
};

/*
 * struct counters - the counters of a thread
 * @counter:	array, indexed by call site
 * @nr:		its length
 * @owned:	a thread writes it. When a thread ends, the next new one
 *		continues with its counters
 * @next:	list of all
 */
struct counters {
	struct counter *counter;
	alloc_tag_idx_t nr;
	bool owned;
	struct counters *next;
};

/*
 * struct thread_counters - where the current thread counts
 * @counter:	array, indexed by call site; NULL until the first is needed
 * @nr:		its length
 * @fast_nr:	the same if alloc_tag_is_fast, else 0
 * @counters:	has the same two for reports; NULL until the first is needed
 */
struct thread_counters {
	struct counter *counter;
	alloc_tag_idx_t nr;
	alloc_tag_idx_t fast_nr;
	struct counters *counters;
};

extern _Thread_local struct thread_counters alloc_tag_thread
	__attribute__((tls_model("initial-exec")));

/* Blocks are glibc's. malloc.c sets it before a thread has counters. */
extern bool alloc_tag_is_fast;

void alloc_tag_count_alloc_slow(alloc_tag_idx_t idx, size_t bytes);
void alloc_tag_count_free_slow(alloc_tag_idx_t idx, size_t bytes);
void alloc_tag_uncount_alloc(alloc_tag_idx_t idx, size_t bytes);
void alloc_tag_init_counters(void);

struct alloc_tag_totals {
	int64_t bytes;
	uint64_t allocs;
	uint64_t frees;
};

void alloc_tag_read(alloc_tag_idx_t idx, struct alloc_tag_totals *sum);

/*
 * Only the owner writes, and others see the old value or the new one, as it is
 * one aligned word. An atomic addition takes three instructions of x86 even if
 * it is relaxed; this one takes one.
 */
static inline void counter_add(uint64_t *counter, uint64_t n)
{
	*counter += n;
}

static inline uint64_t counter_read(const uint64_t *counter)
{
	return __atomic_load_n(counter, __ATOMIC_RELAXED);
}

/*
 * Count an allocation if IDX is less than NR, which is alloc_tag_thread.nr or
 * fast_nr. Otherwise, the thread may have no counter: the slow function counts.
 * IDX is an index with 64 bits, or else GCC extends it once more.
 */
static inline bool alloc_tag_try_count_alloc(uint64_t idx, size_t bytes,
					     alloc_tag_idx_t nr)
{
	struct counter *counter;

	if (unlikely((alloc_tag_idx_t)idx >= nr))
		return false;
	counter = &alloc_tag_thread.counter[idx];
	counter_add(&counter->allocs, 1);
	counter_add(&counter->alloc_bytes, bytes);
	return true;
}

static inline bool alloc_tag_try_count_free(alloc_tag_idx_t idx, size_t bytes)
{
	struct counter *counter;

	if (unlikely(idx >= alloc_tag_thread.nr))
		return false;
	counter = &alloc_tag_thread.counter[idx];
	counter_add(&counter->frees, 1);
	counter_add(&counter->free_bytes, bytes);
	return true;
}

static inline void alloc_tag_count_alloc(alloc_tag_idx_t idx, size_t bytes)
{
	if (unlikely(!alloc_tag_try_count_alloc(idx, bytes, alloc_tag_thread.nr)))
		alloc_tag_count_alloc_slow(idx, bytes);
}

static inline void alloc_tag_count_free(alloc_tag_idx_t idx, size_t bytes)
{
	if (unlikely(!alloc_tag_try_count_free(idx, bytes)))
		alloc_tag_count_free_slow(idx, bytes);
}

/* malloc.c */

bool alloc_tag_is_counting(void);
void *alloc_tag_recharge(void *p, const struct alloc_tag *tag);

/* report.c */

extern _Atomic bool alloc_tag_report_pending;
void alloc_tag_report_locked(void);

#pragma GCC visibility pop

#endif /* ALLOCTAG_INTERNAL_H */
