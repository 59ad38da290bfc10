/*
 * OpenMP: calls in a parallel region or a task, of which GCC makes functions of
 * their own, are charged to their own lines, in a marked function too. A tag
 * variable in the region charges them to another line.
 */
/* { dg-do run } */
/* { dg-require-options "-fopenmp" } */
/* { dg-additional-options "-fopenmp" } */
#include "counter.h"

#define N 8

static void *objects[N];

static void free_all(void)
{
	int i;

	for (i = 0; i < N; i++) {
		test_free(objects[i]);
		objects[i] = NULL;
	}
}

HERE(in_fill); static __allocator void fill(int n) {
#pragma omp parallel for
	for (int i = 0; i < n; i++)
#pragma omp critical
		objects[i] = test_alloc(sizeof(int));
}

HERE(in_task); static __allocator void fill_in_task(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task
	objects[0] = test_alloc(sizeof(long));
}

HERE(in_unmarked); static void unmarked(void) {
#pragma omp parallel
#pragma omp single
	objects[0] = test_alloc(sizeof(short));
}

static __allocator void charge_caller(int n)
{
	const struct alloc_tag *caller = alloc_tag_caller();

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		const struct alloc_tag *tag __allocator_tag = caller;

#pragma omp critical
		objects[i] = test_alloc(100);
	}
}

int main(void)
{
	fill(N);
	check_site("fill", in_fill + 4, "int", N, N * (long)sizeof(int));
	free_all();
	fill_in_task();
	check_site("fill_in_task", in_task + 4, "long", 1, sizeof(long));
	free_all();
	unmarked();
	check_site("unmarked", in_unmarked + 3, "short", 1, sizeof(short));
	free_all();
	HERE(site); charge_caller(N);
	check_site("main", site, NULL, N, N * 100);
	free_all();
	check(total_allocs() == 2 * N + 2);
	return 0;
}
