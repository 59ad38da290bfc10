/*
 * A marked function with variable-length arrays, alloca and a large aligned
 * frame.
 */
/* { dg-do run } */
#include <string.h>
#include "counter.h"

static __attribute__((noinline)) __allocator char *get(int n)
{
	char vla[n];
	char *a = __builtin_alloca(n);
	char aligned[64] __attribute__((aligned(64)));

	memset(vla, 1, n);
	memset(a, 2, n);
	memset(aligned, 3, sizeof(aligned));
	asm volatile("" : : "r"(vla), "r"(a), "r"(aligned) : "memory");
	return test_alloc(vla[n - 1] + a[n - 1] + aligned[63]);
}

int main(void)
{
	HERE(site); char *p = get(100);

	check_site("main", site, "char", 1, 6);
	check(p);
	return 0;
}
