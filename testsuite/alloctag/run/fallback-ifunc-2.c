/* The other unit of fallback-ifunc.c, which can't know that it is an ifunc. */
#include "counter.h"

void *get(size_t n) __allocator;

char *by_other_unit(size_t n)
{
	return get(n);
}
