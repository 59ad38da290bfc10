/*
 * OpenMP and tag variables: one that is declared outside of a region applies in
 * the region, one that is declared in the region to what follows there. In a
 * simd loop, too, which has copies of the addressable variables of its body.
 */
/* { dg-do run } */
/* { dg-require-options "-fopenmp" } */
/* { dg-additional-options "-fopenmp" } */
#include "openmp-objects.h"

static void declared_outside(const struct alloc_tag *caller)
{
	const struct alloc_tag *tag __allocator_tag = caller;

#pragma omp parallel for
	for (int i = 0; i < N; i++)
		fill_from(i);
}

static void declared_inside(const struct alloc_tag *caller)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		const struct alloc_tag *tag __allocator_tag = caller;

		fill_from(i);
	}
}

static void around_task(const struct alloc_tag *caller)
{
#pragma omp parallel
#pragma omp single
	{
		const struct alloc_tag *tag __allocator_tag = caller;

#pragma omp task
		fill_from(0);
#pragma omp taskwait
	}
}

static void declared_in_simd(const struct alloc_tag *caller)
{
#pragma omp parallel for simd
	for (int i = 0; i < N; i++) {
		const struct alloc_tag *tag __allocator_tag = caller;

		fill_from(i);
	}
}

int main(void)
{
	HERE(outside); declared_outside(alloc_tag_here());
	check_site("main", outside, NULL, N, N * 100);
	free_all();
	HERE(inside); declared_inside(alloc_tag_here());
	check_site("main", inside, NULL, N, N * 100);
	free_all();
	HERE(task); around_task(alloc_tag_here());
	check_site("main", task, NULL, 1, 100);
	free_all();
	HERE(simd); declared_in_simd(alloc_tag_here());
	check_site("main", simd, NULL, N, N * 100);
	free_all();
	check(total_allocs() == 3 * N + 1);
	return 0;
}
