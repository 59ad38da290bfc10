/*
 * An allocator here, callers here and in another unit: each unit's lines are
 * its own, equal line numbers and names included.
 */
/* { dg-do run } */
/* { dg-additional-sources "two-units-2.c" } */
#include "counter.h"

__allocator void *get(size_t n)
{
	return test_alloc(n);
}

static void helper(void)
{
	HERE(site); char *p = get(1);
	check_site("helper", site, "char", 1, 1);
	check(p);
}

void other_unit(void);

int main(void)
{
	helper();
	other_unit();
	check(count_sites("helper") == 2);
	check(total_allocs() == 2);
	return 0;
}
