/* The other unit of weak-override-old-style.c. */
#include "counter.h"

__allocator int hook()
{
	return 2;
}

int by_other_unit(void)
{
	return hook();
}
