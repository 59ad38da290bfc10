/* Defines the function of redeclaration-block.c. */
#include "counter.h"

__allocator void *far_away(size_t n)
{
	return test_alloc(n);
}
