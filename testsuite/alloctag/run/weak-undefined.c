/*
 * A weak marked function that is not defined anywhere compares equal to NULL,
 * and the program links.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((weak)) void *missing(size_t n) __allocator;

int main(void)
{
	char *p = missing ? missing(10) : NULL;

	check(!p);
	check(total_allocs() == 0);
	return 0;
}
