/*
 * A variadic marked function: the hidden parameter comes before the variable
 * arguments; va_arg still finds those, in registers and on the stack.
 */
/* { dg-do run } */
#include "sum-alloc.h"

static __attribute__((noinline)) __allocator void *mixed(const char *types, ...)
{
	va_list ap;
	double sum = 0;

	va_start(ap, types);
	for (; *types; types++)
		switch (*types) {
		case 'd': sum += va_arg(ap, double); break;
		case 'l': sum += va_arg(ap, long); break;
		case 'i': sum += va_arg(ap, int); break;
		}
	va_end(ap);
	return test_alloc(sum);
}

int main(void)
{
	HERE(none); char *p = sum_alloc(0);
	HERE(three); char *q = sum_alloc(3, 1, 2, 3);
	HERE(ten); char *r = sum_alloc(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
	HERE(mix); char *s = mixed("didldddddddddi", 1.0, 2, 3.0, 4L, 5.0, 6.0, 7.0,
				    8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14);

	check_site("main", none, "char", 1, 0);
	check_site("main", three, "char", 1, 6);
	check_site("main", ten, "char", 1, 55);
	check_site("main", mix, "char", 1, 105);
	check(p && q && r && s);
	return 0;
}
