/*
 * Tasks and parallel regions of a function that is marked for a class pass on
 * its tag to functions of that class; others have tags of their own lines.
 */
/* { dg-do run } */
/* { dg-require-options "-fopenmp" } */
/* { dg-additional-options "-fopenmp" } */
#include <stdio.h>
#include "counter.h"
#include "class.h"

static struct wait_tag *waited;

static __attribute__((noinline)) __wait void wait_for(void)
{
	waited = wait_caller();
}

static __attribute__((noinline)) __wait void *in_region(void)
{
	void *object = NULL;

#pragma omp parallel num_threads(1)
	{
		wait_for();
		HERE(alloc); object = test_alloc(8);
		check_site("in_region", alloc, NULL, 1, 8);
	}
	return object;
}

int main(void)
{
	HERE(region); test_free(in_region());
	if (waited->line != region)
		abort();
	return 0;
}
