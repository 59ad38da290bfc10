/*
 * In a marked function, alloc_tag_caller() returns the tag of the caller's
 * line, which can be stored and charged later.
 */
/* { dg-do run } */
#include <string.h>
#include "counter.h"

static const struct alloc_tag *kept;

static __attribute__((noinline)) __allocator void remember(int unused)
{
	kept = alloc_tag_caller();
}

int main(void)
{
	HERE(site); remember(1);

	check(kept && kept->line == site);
	check(!strcmp(alloc_tag_function(kept), "main"));
	check(!strcmp(alloc_tag_file(kept), __FILE__));
	check(kept->flags == 0);
	test_charge(kept, 100);
	check_site("main", site, NULL, 1, 100);
	return 0;
}
