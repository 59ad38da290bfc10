/*
 * Enough arguments that the hidden one is passed on the stack: after others,
 * and as the first one there; and a call through a pointer.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((noinline)) __allocator
void *six(int a, int b, int c, int d, int e, int f)
{
	return test_alloc(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f);
}

__attribute__((noinline)) __allocator
void *ten(long a, long b, long c, long d, long e, long f, long g, long h, char i,
	  double j)
{
	return test_alloc(a + b + c + d + e + f + g + h + i + j);
}

void *(*volatile pointer6)(int, int, int, int, int, int) = six;
void *(*volatile pointer10)(long, long, long, long, long, long, long, long, char,
			    double) = ten;

static __attribute__((noinline)) __allocator
void *forward(int a, int b, int c, int d, int e, int f)
{
	void *p = six(f, e, d, c, b, a);

	test_free(p);
	return ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.0);
}

int main(void)
{
	HERE(s6); char *p = six(1, 2, 3, 4, 5, 6);
	HERE(s10); char *q = ten(1, 1, 1, 1, 1, 1, 1, 1, 1, 1.0);
	HERE(sf); char *r = forward(1, 0, 0, 0, 0, 0);

	check_site("main", s6, "char", 1, 91);
	check_site("main", s10, "char", 1, 10);
	check_site("main", sf, "char", 2, 55);
	char *s = pointer6(0, 0, 0, 0, 0, 1);
	char *t = pointer10(0, 0, 0, 0, 0, 0, 0, 0, 1, 2.0);
	check_untagged("six", 1, 6);
	check_untagged("ten", 1, 3);
	check(p && q && r && s && t);
	return 0;
}
