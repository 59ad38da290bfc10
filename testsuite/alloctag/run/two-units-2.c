/*
 * The other unit of two-units.c, whose helper() makes its call
 * on the same line, 17, as that one.
 */


#include "counter.h"

__allocator void *get(size_t n);





static void helper(void)
{
	HERE(site); char *p = get(2);
	check_site("helper", site, "char", 1, 2);
	check(p);
}

void other_unit(void)
{
	helper();
}
