/*
 * A static marked function is called directly, with a tag, and through its
 * address: charged to the function's own line.
 */
/* { dg-do run } */
#include "counter.h"

static __allocator char *get(size_t n)
{
	return test_alloc(n);
}

static char *(*table[])(size_t) = { get, get };

int main(void)
{
	volatile int i = 1;
	HERE(site); char *p = get(10);
	char *q = table[i](20);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 20);
	check(table[0] == table[1] && table[0] == get);
	check(p && q);
	return 0;
}
