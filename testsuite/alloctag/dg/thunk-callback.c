/*
 * A callback is inlined where it would be without the plugin, and then neither
 * variant nor thunk is left.
 */
/* { dg-do compile } */
/* { dg-options "-O2" } */
#include "mark.h"

static __allocator int less(const int *a, const int *b)
{
	return *a < *b;
}

static inline __attribute__((always_inline)) void
sort(int *values, int n, int (*before)(const int *, const int *))
{
	int i, j;

	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			if (before(&values[j], &values[i])) {
				int value = values[i];

				values[i] = values[j];
				values[j] = value;
			}
}

void sort_integers(int *values, int n)
{
	sort(values, n, less);
}
/* { dg-final { scan-symbol "sort_integers" } } */
/* { dg-final { scan-symbol-not "less" } } */
/* { dg-final { scan-assembler-not "\tcall" } } */
