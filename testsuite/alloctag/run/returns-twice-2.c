/* The other unit of returns-twice.c, which doesn't see the attribute. */
#include "counter.h"

int save(int n) __allocator;

int by_other_unit(int n)
{
	return save(n);
}
