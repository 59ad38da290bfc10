/* For asm-defined.c. */
#include "counter.h"

int by_value(void) __allocator;
int weakly(void) __allocator;
int label(void) __allocator;

int other_unit(void)
{
	return by_value() * 100 + weakly() * 10 + label();
}
