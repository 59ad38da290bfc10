/* The other unit of naked.c. */
#include "counter.h"

int get(void) __allocator;

int by_other_unit(void)
{
	return get();
}
