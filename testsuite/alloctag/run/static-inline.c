/*
 * A marked static inline function is charged to its callers. One that is not
 * marked is charged itself, under its own name, wherever it is inlined.
 */
/* { dg-do run } */
#include "counter.h"

static inline __allocator void *marked(size_t n)
{
	return test_alloc(n);
}

enum { in_plain = __LINE__ + 3 };
static inline char *plain(size_t n)
{
	return test_alloc(n);
}

int main(void)
{
	HERE(site); char *p = marked(5);
	char *q = plain(6);

	check_site("main", site, "char", 1, 5);
	check_site("plain", in_plain, "char", 1, 6);
	check(count_sites("main") == 1);
	check_no_site("marked");
	check(p && q);
	return 0;
}
