/* The other unit of pointer-other-unit.c. */
#include "counter.h"
#include "pointer-other-unit.h"

static __allocator void *here(size_t size)
{
	return test_alloc(size);
}

struct operations operations = { here };

__allocator void *there(size_t size)
{
	return test_alloc(size);
}
