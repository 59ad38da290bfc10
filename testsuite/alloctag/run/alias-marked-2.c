/* The other unit of alias-marked.c. */
#include "counter.h"

void *get_alias(size_t n) __allocator;

void by_other_unit(void)
{
	HERE(site); char *p = get_alias(40);

	check_site("by_other_unit", site, "char", 1, 40);
	check(p);
}
