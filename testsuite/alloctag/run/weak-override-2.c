/* The strong definition for weak-override.c. */
#include "counter.h"

void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n + 1);
}
