/* The other unit of gnu-inline-emitted.c: calls the tagged and the old symbol. */
#include "counter.h"

void *get(size_t n) __allocator;

static void *(*volatile pointer)(size_t) = get;

char *by_other_unit(size_t n)
{
	HERE(site); char *p = get(n);

	check_site("by_other_unit", site, "char", 1, n);
	return p;
}

char *by_pointer(size_t n)
{
	return pointer(n);
}
