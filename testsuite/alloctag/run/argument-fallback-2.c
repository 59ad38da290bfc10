/* For argument-fallback.c: functions that have variants. */
#include "counter.h"

__allocator void *get(size_t n)
{
	return test_alloc(n);
}

__allocator void *get_variadic(size_t n, ...)
{
	return test_alloc(n);
}
