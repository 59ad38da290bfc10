/* A static variadic function whose address is not taken has no copy. */
/* { dg-do compile } */
#include "mark.h"

static __attribute__((noinline)) __allocator void *get(int n, ...)
{
	__builtin_va_list ap;
	void *p;

	__builtin_va_start(ap, n);
	p = grab(n + __builtin_va_arg(ap, int));
	__builtin_va_end(ap);
	return p;
}

char *user(void)
{
	return get(1, 2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " t get\\.alloctag" } } */
/* { dg-final { scan-symbol-not " \[tT\] get$" } } */
