/* SPDX-License-Identifier: GPL-2.0 */
/* Objects that the threads of OpenMP allocate, each in its own place. */
#ifndef OPENMP_OBJECTS_H
#define OPENMP_OBJECTS_H

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

static __allocator void fill_from(int i)
{
#pragma omp critical
	objects[i] = test_alloc(100);
}

#endif
