/*
 * An alias of an alias of an alias of a variadic function, all marked, the last
 * one weak: it shares the variant of the function, and the call has its own tag.
 */
/* { dg-do run } */
#include "counter.h"

void *get(size_t n, ...) __allocator;
void *get(size_t n, ...)
{
	__builtin_va_list ap;
	void *p;

	__builtin_va_start(ap, n);
	p = test_alloc(n + __builtin_va_arg(ap, int));
	__builtin_va_end(ap);
	return p;
}
void *second(size_t n, ...) __allocator __attribute__((alias("get")));
void *third(size_t n, ...) __allocator __attribute__((alias("second")));
void *fourth(size_t n, ...) __allocator __attribute__((alias("third")));
void *fifth(size_t n, ...) __allocator __attribute__((weak, alias("third")));

int main(void)
{
	HERE(site); char *p = fourth(10, 1);
	HERE(site2); char *q = fifth(20, 2);

	check_site("main", site, "char", 1, 11);
	check_site("main", site2, "char", 1, 22);
	check(p && q);
	return 0;
}
