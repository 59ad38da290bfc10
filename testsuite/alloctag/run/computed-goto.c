/*
 * A marked function with computed gotos and static addresses of labels.
 */
/* { dg-do run } */
#include "counter.h"

static __attribute__((noinline)) __allocator char *run(const char *code)
{
	static const void *const op[] = { &&add, &&twice, &&end };
	size_t n = 0;

	goto *op[(int)*code++];
add:
	n++;
	goto *op[(int)*code++];
twice:
	n *= 2;
	goto *op[(int)*code++];
end:
	return test_alloc(n);
}

int main(void)
{
	HERE(site); char *p = run("\0\0\1\0\1\2");

	check_site("main", site, "char", 1, 10);
	check(p);
	return 0;
}
