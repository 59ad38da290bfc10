/* SPDX-License-Identifier: GPL-2.0 */
/* A variadic marked function: as many bytes as its arguments add up to. */
#ifndef SUM_ALLOC_H
#define SUM_ALLOC_H

#include <stdarg.h>
#include "counter.h"

void *sum_alloc(int n, ...) __allocator;
void *sum_alloc(int n, ...)
{
	va_list ap;
	size_t sum = 0;

	va_start(ap, n);
	while (n--)
		sum += va_arg(ap, int);
	va_end(ap);
	return test_alloc(sum);
}

#endif
