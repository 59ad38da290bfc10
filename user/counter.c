// SPDX-License-Identifier: GPL-2.0
/*
 * counter.c - the counters of each thread
 *
 * An allocation is counted by the thread that makes it, a free by the thread
 * that frees; the sum over all threads is what is live. Each thread has its own
 * array, so counting takes neither a lock nor an atomic instruction.
 *
 * When a thread ends, its counters keep what they have and wait for the next
 * new thread. What a thread allocates or frees after that, in destructors of
 * other libraries, is counted under the lock.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

_Thread_local struct thread_counters alloc_tag_thread
	__attribute__((tls_model("initial-exec")));
bool alloc_tag_is_fast;

/*
 * How often release_counters() was called for this thread; RELEASED when the
 * counters are no longer its own.
 */
#define RELEASED	PTHREAD_DESTRUCTOR_ITERATIONS
static _Thread_local unsigned char releases __attribute__((tls_model("initial-exec")));

/* Threads that have ended count here, with alloc_tag_mutex held. */
static struct counters ended = { .owned = true };
static struct counters *all_counters = &ended;

static pthread_key_t key;
static bool have_key;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/* The thread has the lock, or waits for it. */
static _Thread_local volatile bool locking __attribute__((tls_model("initial-exec")));
/* Whether the thread that has the lock could be cancelled before. */
static int cancel_state;

/*
 * A thread that is cancelled while it has the lock would keep it for ever, and
 * a report calls open() and write(), in which a thread can be cancelled.
 */
static int disable_cancel(void)
{
	int before;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
	return before;
}

void alloc_tag_lock(void)
{
	int before = disable_cancel();

	/* In this order for a signal handler, which must not wait then. */
	locking = true;
	pthread_mutex_lock(&mutex);
	cancel_state = before;
}

bool alloc_tag_lock_in_handler(void)
{
	if (locking)
		return false;
	alloc_tag_lock();
	return true;
}

void alloc_tag_unlock(void)
{
	int before = cancel_state;

	pthread_mutex_unlock(&mutex);
	locking = false;
	/* A signal that came while it was locked could not report. */
	alloc_tag_report_if_pending();
	pthread_setcancelstate(before, NULL);
}

/*
 * Write a report that a signal asked for. If the lock is held, its owner does
 * that when it is released. Context: any, also a signal handler.
 */
void alloc_tag_report_if_pending(void)
{
	int before;

	if (likely(!alloc_tag_report_pending))
		return;
	before = disable_cancel();
	while (alloc_tag_report_pending && !pthread_mutex_trylock(&mutex)) {
		alloc_tag_report_locked();
		pthread_mutex_unlock(&mutex);
	}
	pthread_setcancelstate(before, NULL);
}

/*
 * Make COUNTERS have a counter for IDX. alloc_tag_mutex must be held, by the
 * thread that COUNTERS belong to.
 */
static bool grow_counters(struct counters *counters, alloc_tag_idx_t idx)
{
	alloc_tag_idx_t nr = counters->nr ? counters->nr : 128;
	void *counter;

	while (nr <= idx)
		nr *= 2;
	if (nr == counters->nr)
		return true;
	if (counters->nr)
		counter = mremap(counters->counter, counters->nr * sizeof(struct counter),
				 nr * sizeof(struct counter), MREMAP_MAYMOVE);
	else
		counter = alloc_tag_pages(nr * sizeof(struct counter));
	if (!counter || counter == MAP_FAILED)
		return false;
	counters->counter = counter;
	counters->nr = nr;
	return true;
}

/* Counters that no thread owns, or new ones. alloc_tag_mutex must be held. */
static struct counters *own_counters(void)
{
	static struct counters *unused;
	static size_t nr_unused;
	struct counters *counters;

	for (counters = all_counters; counters; counters = counters->next)
		if (!counters->owned) {
			counters->owned = true;
			return counters;
		}
	if (!nr_unused) {
		unused = alloc_tag_pages(4096);
		if (!unused)
			return NULL;
		nr_unused = 4096 / sizeof(*unused);
	}
	counters = unused++;
	nr_unused--;
	counters->owned = true;
	counters->next = all_counters;
	all_counters = counters;
	return counters;
}

/* Destructor of the thread-specific value COUNTERS. */
static void release_counters(void *value)
{
	struct counters *counters = value;

	/* Destructors of others may free memory: be called after them. */
	if (++releases < RELEASED && !pthread_setspecific(key, counters))
		return;
	releases = RELEASED;
	alloc_tag_thread.nr = 0;
	alloc_tag_thread.fast_nr = 0;
	alloc_tag_thread.counters = NULL;
	alloc_tag_lock();
	counters->owned = false;
	alloc_tag_unlock();
}

/*
 * Count an allocation or a free where the thread has no counter for IDX yet, or
 * no longer. Does nothing for IDX_NONE.
 */
static void count_slow(alloc_tag_idx_t idx, size_t bytes, bool free)
{
	struct counters *counters = alloc_tag_thread.counters;
	int saved_errno = errno;
	bool is_new = false;
	struct counter *counter;

	if (idx == IDX_NONE)
		return;
	alloc_tag_lock();
	/* An index that alloc_tag_charge() never returned. */
	if (idx >= alloc_tag_nr_sites)
		goto unlock;
	if (!counters) {
		if (releases == RELEASED || !have_key) {
			counters = &ended;
		} else {
			counters = own_counters();
			is_new = counters != NULL;
		}
	}
	if (counters && grow_counters(counters, idx)) {
		counter = &counters->counter[idx];
		counter_add(free ? &counter->frees : &counter->allocs, 1);
		counter_add(free ? &counter->free_bytes : &counter->alloc_bytes, bytes);
	}
	if (counters && counters != &ended) {
		alloc_tag_thread.counter = counters->counter;
		alloc_tag_thread.nr = counters->nr;
		alloc_tag_thread.fast_nr = alloc_tag_is_fast ? counters->nr : 0;
		alloc_tag_thread.counters = counters;
	}
unlock:
	alloc_tag_unlock();
	/* May allocate memory, which is counted like any other. */
	if (is_new)
		pthread_setspecific(key, counters);
	errno = saved_errno;
}

SLOW void alloc_tag_count_alloc_slow(alloc_tag_idx_t idx, size_t bytes)
{
	count_slow(idx, bytes, false);
}

SLOW void alloc_tag_count_free_slow(alloc_tag_idx_t idx, size_t bytes)
{
	count_slow(idx, bytes, true);
}

/* Sum up the counters of IDX. alloc_tag_mutex must be held. */
void alloc_tag_read(alloc_tag_idx_t idx, struct alloc_tag_totals *sum)
{
	struct counters *counters;

	memset(sum, 0, sizeof(*sum));
	/* Frees first: a free must not be seen without its allocation. */
	for (counters = all_counters; counters; counters = counters->next)
		if (idx < counters->nr) {
			sum->frees += counter_read(&counters->counter[idx].frees);
			sum->bytes -= counter_read(&counters->counter[idx].free_bytes);
		}
	/*
	 * Pairs with the synchronization by which a block gets from the thread
	 * that allocates it to the thread that frees it.
	 */
	atomic_thread_fence(memory_order_seq_cst);
	for (counters = all_counters; counters; counters = counters->next)
		if (idx < counters->nr) {
			sum->allocs += counter_read(&counters->counter[idx].allocs);
			sum->bytes += counter_read(&counters->counter[idx].alloc_bytes);
		}
}

/*
 * fork(): the child has a copy of all memory, and only the thread that called
 * it. It keeps its counters; new threads take over the others.
 */
static void fork_child(void)
{
	struct counters *counters;

	for (counters = all_counters; counters; counters = counters->next)
		counters->owned = counters == &ended || counters == alloc_tag_thread.counters;
	alloc_tag_unlock();
}

/* Called once, before which all threads count under the lock. */
void alloc_tag_init_counters(void)
{
	have_key = !pthread_key_create(&key, release_counters);
	pthread_atfork(alloc_tag_lock, alloc_tag_unlock, fork_child);
}

static void uncount_alloc(struct counter *counter, size_t bytes)
{
	counter_add(&counter->allocs, -1);
	counter_add(&counter->alloc_bytes, -(uint64_t)bytes);
}

/*
 * Undo what this thread has just counted as an allocation: it failed, or the
 * block is charged to another line.
 */
void alloc_tag_uncount_alloc(alloc_tag_idx_t idx, size_t bytes)
{
	if (likely(idx < alloc_tag_thread.nr)) {
		uncount_alloc(&alloc_tag_thread.counter[idx], bytes);
		return;
	}
	alloc_tag_lock();
	if (idx < ended.nr)
		uncount_alloc(&ended.counter[idx], bytes);
	alloc_tag_unlock();
}

EXPORTED alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes)
{
	alloc_tag_idx_t idx = tag ? alloc_tag_to_idx(tag) : IDX_NONE;

	if (idx != IDX_NONE)
		alloc_tag_count_alloc(idx, bytes);
	return idx;
}

EXPORTED void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes)
{
	if (idx != IDX_NONE)
		alloc_tag_count_free(idx, bytes);
}
