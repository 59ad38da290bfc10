// SPDX-License-Identifier: GPL-2.0
/*
 * A million random operations on blocks that several threads share: contents
 * survive, and what is live at the end is exactly what is counted.
 */
#include <malloc.h>
#include <pthread.h>

#include "check.h"

#define SLOTS	1000
#define THREADS	4

/* @slot.size: bytes asked for; the first and the last byte are @mark. */
static struct {
	pthread_mutex_t lock;
	unsigned char *p;
	size_t size;
	unsigned char mark;
} slots[SLOTS];

static size_t random_size(unsigned int *seed)
{
	return 1 + rand_r(seed) % (rand_r(seed) % 100 ? 600 : 300000);
}

static void *worker(void *arg)
{
	unsigned int seed = (unsigned int)(size_t)arg;
	int i;

	for (i = 0; i < 250000; i++) {
		int at = rand_r(&seed) % SLOTS;
		size_t size = random_size(&seed);
		void *aligned;

		pthread_mutex_lock(&slots[at].lock);
		if (slots[at].p && (slots[at].p[0] != slots[at].mark ||
				    slots[at].p[slots[at].size - 1] != slots[at].mark)) {
			puts("a block was overwritten");
			exit(1);
		}
		switch (slots[at].p ? rand_r(&seed) % 2 : 2 + rand_r(&seed) % 3) {
		case 0:
			free(slots[at].p);
			slots[at].p = NULL;
			break;
		case 1:
			slots[at].p = realloc(slots[at].p, size);
			break;
		case 2:
			slots[at].p = malloc(size);
			break;
		case 3:
			slots[at].p = calloc(1, size);
			break;
		case 4:
			slots[at].p = posix_memalign(&aligned, 8 << rand_r(&seed) % 8, size) ?
				NULL : aligned;
			break;
		}
		slots[at].size = size;
		slots[at].mark = rand_r(&seed);
		if (slots[at].p)
			slots[at].p[0] = slots[at].p[size - 1] = slots[at].mark;
		pthread_mutex_unlock(&slots[at].lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t id[THREADS];
	long i, bytes = 0, live = 0;

	for (i = 0; i < SLOTS; i++)
		pthread_mutex_init(&slots[i].lock, NULL);
	for (i = 0; i < THREADS; i++)
		pthread_create(&id[i], NULL, worker, (void *)(i + 1));
	for (i = 0; i < THREADS; i++)
		pthread_join(id[i], NULL);
	for (i = 0; i < SLOTS; i++)
		if (slots[i].p) {
			bytes += slots[i].size;
			live++;
		}
	expect("worker", bytes, live, counts_of("worker").allocs);
	expect_true(counts_of("worker").lines == 4);
	for (i = 0; i < SLOTS; i++)
		free(slots[i].p);
	expect("worker", 0, 0, counts_of("worker").allocs);
	finish();
}
