/* The external definition for gnu-inline.c. */
#include "counter.h"

void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n);
}
