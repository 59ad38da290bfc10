// SPDX-License-Identifier: GPL-2.0
/*
 * usage: malloc [ROUNDS]
 *
 * What liballoctag adds to a malloc() and its free(), in nanoseconds: the same
 * loops with malloc() as the program has it, and with the C library's own
 * __libc_malloc(), which liballoctag doesn't replace. Both take turns in one
 * process, so that what disturbs the machine disturbs both. For each loop and
 * size, with 1 and with 2 threads, the medians of ROUNDS (default 101) are
 * printed, and their ratio.
 *
 *	pair	malloc(), then free()
 *	batch	100 times malloc(), then free() of all
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void *__libc_malloc(size_t size);
void __libc_free(void *p);

#define BATCH	100
#define CALLS	10000

static const size_t sizes[] = { 16, 32, 64, 128, 256, 512, 1024, 2048, 4096 };
#define NR_SIZES	(sizeof(sizes) / sizeof(sizes[0]))

enum { PAIR, BATCHES, NR_LOOPS };
static const char *const loops[NR_LOOPS] = { "pair", "batch" };

enum { LIBC, TAGGED, NR_VARIANTS };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Keep GCC from removing what it knows the effect of. */
#define use(p)	__asm__ volatile("" : : "r"(p) : "memory")

#define LOOPS(name, alloc, release)						\
	static __attribute__((noinline)) void name##_pair(size_t size)		\
	{									\
		int i;								\
										\
		for (i = 0; i < CALLS; i++) {					\
			void *p = alloc(size);					\
										\
			use(p);							\
			release(p);						\
		}								\
	}									\
	static __attribute__((noinline)) void name##_batch(size_t size)		\
	{									\
		void *p[BATCH];							\
		int i, j;							\
										\
		for (i = 0; i < CALLS; i += BATCH) {				\
			for (j = 0; j < BATCH; j++)				\
				p[j] = alloc(size);				\
			use(p);							\
			for (j = 0; j < BATCH; j++)				\
				release(p[j]);					\
		}								\
	}

LOOPS(libc, __libc_malloc, __libc_free)
LOOPS(tagged, malloc, free)

static void (*const functions[NR_VARIANTS][NR_LOOPS])(size_t) = {
	{ libc_pair, libc_batch },
	{ tagged_pair, tagged_batch },
};

/* What a thread measures: nanoseconds of a pair. */
struct work {
	int rounds;
	pthread_barrier_t *start;
	double *times[NR_LOOPS][NR_SIZES][NR_VARIANTS];
};

static void *measure(void *arg)
{
	struct work *work = arg;
	size_t size;
	int round, loop, variant;

	for (round = -1; round < work->rounds; round++)
		for (size = 0; size < NR_SIZES; size++)
			for (loop = 0; loop < NR_LOOPS; loop++)
				for (variant = 0; variant < NR_VARIANTS; variant++) {
					double start;

					pthread_barrier_wait(work->start);
					start = now();
					functions[variant][loop](sizes[size]);
					/* The first round only warms up. */
					if (round >= 0)
						work->times[loop][size][variant][round] =
							(now() - start) / CALLS;
				}
	return NULL;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, int n)
{
	qsort(values, n, sizeof(*values), compare);
	return values[n / 2];
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 101;
	int threads, loop, i;
	size_t size;

	if (rounds < 1)
		rounds = 1;
	printf("threads  loop     size    libc alloctag   ratio\n");
	for (threads = 1; threads <= 2; threads++) {
		pthread_barrier_t start;
		pthread_t id[2];
		struct work work[2];

		pthread_barrier_init(&start, NULL, threads);
		for (i = 0; i < threads; i++) {
			work[i].rounds = rounds;
			work[i].start = &start;
			for (loop = 0; loop < NR_LOOPS; loop++)
				for (size = 0; size < NR_SIZES; size++) {
					work[i].times[loop][size][LIBC] =
						calloc(rounds, sizeof(double));
					work[i].times[loop][size][TAGGED] =
						calloc(rounds, sizeof(double));
				}
			pthread_create(&id[i], NULL, measure, &work[i]);
		}
		for (i = 0; i < threads; i++)
			pthread_join(id[i], NULL);
		for (loop = 0; loop < NR_LOOPS; loop++)
			for (size = 0; size < NR_SIZES; size++) {
				double libc = median(work[0].times[loop][size][LIBC], rounds);
				double tagged = median(work[0].times[loop][size][TAGGED], rounds);

				printf("%7d  %-5s %7zu %7.1f %8.1f %7.2f\n", threads, loops[loop],
				       sizes[size], libc, tagged, tagged / libc);
			}
		pthread_barrier_destroy(&start);
	}
	return 0;
}
