/*
 * An unmarked alias of a marked function: calls through it work, and are
 * charged to the allocator's own line.
 */
/* { dg-do run } */
#include "counter.h"

void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n);
}
void *get_alias(size_t n) __attribute__((alias("get")));

int main(void)
{
	HERE(site); char *p = get(10);
	char *q = get_alias(20);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 20);
	check(count_sites("main") == 1);
	check(p && q);
	return 0;
}
