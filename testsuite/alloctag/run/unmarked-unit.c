/*
 * A unit built without the plugin calls marked functions, defines one, and
 * links as before: its calls are charged to the allocator's own line.
 */
/* { dg-do run } */
/* { dg-unmarked-sources "unmarked-unit-2.c" } */
#include "counter.h"

__allocator void *get(size_t n)
{
	return test_alloc(n);
}

char *without_plugin(size_t n);

int main(void)
{
	HERE(site); char *p = get(10);
	char *q = without_plugin(20);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 20);
	check_no_site("without_plugin");
	check(p && q);
	return 0;
}
