/* For wrap-excluded.c and wrap-variant.c. */
#include "counter.h"

void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n);
}
