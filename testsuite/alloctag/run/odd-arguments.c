/*
 * Arguments of unusual kinds before the hidden one: complex, long double,
 * __int128, a vector, a narrow integer, an array parameter, a VLA parameter.
 */
/* { dg-do run } */
/* Notes about ABIs that GCC changed, for -m32. */
/* { dg-additional-options "-Wno-psabi" } */
#include "counter.h"

typedef int v4 __attribute__((vector_size(16)));
#ifdef __SIZEOF_INT128__
typedef __int128 wide;
#else
typedef long long wide;
#endif

__attribute__((noinline)) __allocator
void *get(_Complex double c, long double l, wide w, v4 v, signed char n,
	  int a[2], int m, int vla[m][m])
{
	return test_alloc(__real__ c + __imag__ c + l + w + v[3] + n + a[1] +
			  vla[m - 1][m - 1]);
}

void *(*volatile pointer)(_Complex double, long double, wide, v4, signed char,
			  int *, int, int (*)[2]) = (void *)get;

int main(void)
{
	int a[2] = { 0, 32 }, m[2][2] = { { 0, 0 }, { 0, 64 } };
	v4 v = { 0, 0, 0, 8 };
	HERE(site); char *p = get(1.0 + 2.0i, 3.0L, 4, v, 16, a, 2, m);

	check_site("main", site, "char", 1, 130);
	char *q = pointer(1.0 + 2.0i, 3.0L, 4, v, -1, a, 2, m);
	check_untagged("get", 1, 113);
	check(p && q);
	return 0;
}
