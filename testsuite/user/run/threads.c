// SPDX-License-Identifier: GPL-2.0
/*
 * Threads allocate what others free, and end: the sums are exact, and counters
 * of threads that ended are used again.
 */
#include <pthread.h>

#include "check.h"

#define THREADS	8
#define BLOCKS	20000

static void *blocks[THREADS][BLOCKS];

NOINLINE static void *in_thread(size_t size)
{
	return malloc(size);
}

static void *allocate(void *arg)
{
	void **mine = arg;
	size_t i;

	for (i = 0; i < BLOCKS; i++)
		mine[i] = in_thread(i % 500);
	return NULL;
}

/* Frees half of its own blocks and half of its neighbour's. */
static void *release(void *arg)
{
	size_t me = (void *(*)[BLOCKS])arg - blocks, other = (me + 1) % THREADS;
	size_t i;

	for (i = 0; i < BLOCKS; i += 2)
		free(blocks[me][i]);
	for (i = 1; i < BLOCKS; i += 2)
		free(blocks[other][i]);
	return NULL;
}

static void all_threads(void *(*function)(void *))
{
	pthread_t thread[THREADS];
	int i;

	for (i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, function, blocks[i]);
	for (i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

int main(void)
{
	long bytes = 0;
	int i;

	for (i = 0; i < BLOCKS; i++)
		bytes += i % 500;
	for (i = 1; i <= 5; i++) {
		all_threads(allocate);
		expect("in_thread", THREADS * bytes, THREADS * BLOCKS, i * THREADS * BLOCKS);
		all_threads(release);
		expect("in_thread", 0, 0, i * THREADS * BLOCKS);
	}
	finish();
}
