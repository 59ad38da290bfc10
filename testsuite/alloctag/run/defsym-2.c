/* For defsym-variant.c and defsym-excluded.c. */
#include "counter.h"

__attribute__((used)) __allocator void *real_get(size_t n)
{
	return test_alloc(n);
}
