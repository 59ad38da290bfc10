/*
 * OpenMP: GCC makes functions of parallel regions, tasks, task loops and teams.
 * Calls in them are charged as calls around them: in a marked function to its
 * caller, elsewhere to their own lines. default(none) does not apply to the tag.
 */
/* { dg-do run } */
/* { dg-require-options "-fopenmp" } */
/* { dg-additional-options "-fopenmp" } */
#include "openmp-objects.h"

static __allocator void in_parallel(void)
{
#pragma omp parallel default(none) num_threads(2)
#pragma omp single
	fill_from(0);
}

static __allocator void in_loop(int n)
{
#pragma omp parallel for default(none) shared(n)
	for (int i = 0; i < n; i++)
		fill_from(i);
}

static __allocator void in_sections(void)
{
#pragma omp parallel sections
	{
#pragma omp section
		fill_from(0);
#pragma omp section
		fill_from(1);
	}
}

static __allocator void in_tasks(int n)
{
	int i;

#pragma omp parallel
#pragma omp single
	for (i = 0; i < n; i += 2) {
#pragma omp task
		{
			fill_from(i);
#pragma omp task
			fill_from(i + 1);
		}
	}
}

static __allocator void in_taskloop(int n)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
	for (int i = 0; i < n; i++)
		fill_from(i);
}

static __allocator void in_teams(int n)
{
#pragma omp teams distribute parallel for simd num_teams(1)
	for (int i = 0; i < n; i++)
		fill_from(i);
}

HERE(in_unmarked); static void unmarked(void) {
#pragma omp parallel
#pragma omp single
	objects[0] = test_alloc(sizeof(short));
}

int main(void)
{
	HERE(parallel); in_parallel();
	check_site("main", parallel, NULL, 1, 100);
	free_all();
	HERE(loop); in_loop(N);
	check_site("main", loop, NULL, N, N * 100);
	free_all();
	HERE(sections); in_sections();
	check_site("main", sections, NULL, 2, 200);
	free_all();
	HERE(tasks); in_tasks(N);
	check_site("main", tasks, NULL, N, N * 100);
	free_all();
	HERE(taskloop); in_taskloop(N);
	check_site("main", taskloop, NULL, N, N * 100);
	free_all();
	HERE(teams); in_teams(N);
	check_site("main", teams, NULL, N, N * 100);
	free_all();
	unmarked();
	check_site("unmarked", in_unmarked + 3, "", 1, sizeof(short));
	free_all();
	check(total_allocs() == 1 + N + 2 + 3 * N + 1);
	return 0;
}
