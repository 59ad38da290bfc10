/* The other unit of old-style-definition.c. */
#include "counter.h"

void *get(void) __allocator;
void *get_sum(int a, int b, int c, int d, int e, int f, int g, int h) __allocator;

void by_other_unit(void)
{
	char *p = get();
	char *q = get_sum(1, 2, 3, 4, 5, 6, 7, 8);

	check(p && q);
}
