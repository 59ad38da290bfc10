/*
 * A call of a variadic marked function through a pointer, without the hidden
 * argument: all arguments arrive, and the allocator's own line is charged.
 */
/* { dg-do run } */
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

void *(*volatile pointer)(int, ...) = sum_alloc;

int main(void)
{
	char *p = pointer(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
	HERE(site); char *q = sum_alloc(2, 5, 6);

	check_untagged("sum_alloc", 1, 55);
	check_site("main", site, "char", 1, 11);
	check(p && q);
	return 0;
}
