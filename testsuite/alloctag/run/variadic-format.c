/*
 * Like kasprintf(): a variadic function with format and malloc attributes that
 * calls a marked function with a va_list.
 */
/* { dg-do run } */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "counter.h"

char *vprint_alloc(int flags, const char *format, va_list ap) __allocator
	__attribute__((format(printf, 2, 0)));
char *print_alloc(int flags, const char *format, ...) __allocator
	__attribute__((format(printf, 2, 3), malloc));

__attribute__((noinline)) char *vprint_alloc(int flags, const char *format, va_list ap)
{
	va_list copy;
	char *p;
	int n;

	va_copy(copy, ap);
	n = vsnprintf(NULL, 0, format, copy);
	va_end(copy);
	p = test_alloc(n + 1);
	vsnprintf(p, n + 1, format, ap);
	return p;
}

__attribute__((noinline)) char *print_alloc(int flags, const char *format, ...)
{
	va_list ap;
	char *p;

	va_start(ap, format);
	p = vprint_alloc(flags, format, ap);
	va_end(ap);
	return p;
}

int main(void)
{
	HERE(site); char *p = print_alloc(0, "%s-%d %.1f", "abc", 12, 1.5);

	check(!strcmp(p, "abc-12 1.5"));
	check_site("main", site, "char", 1, 11);
	return 0;
}
