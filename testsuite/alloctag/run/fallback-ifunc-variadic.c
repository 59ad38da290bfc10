/*
 * A variadic ifunc can't have a variant that drops the tag: calls in this unit
 * use the original name.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

enum { line = __LINE__ + 6 };
static void *real_get(size_t n, ...)
{
	__builtin_va_list ap;

	__builtin_va_start(ap, n);
	void *p = test_alloc(n + __builtin_va_arg(ap, int));
	__builtin_va_end(ap);
	return p;
}

static void *(*resolve(void))(size_t, ...)
{
	return real_get;
}

void *get(size_t n, ...) __allocator __attribute__((ifunc("resolve")));

int main(void)
{
	char *p = get(10, 1);

	check_site("real_get", line, NULL, 1, 11);
	check(p);
	return 0;
}
