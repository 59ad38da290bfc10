/*
 * A weak marked function that is not overridden: tagged and untagged calls both
 * reach it.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((weak)) void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n);
}

#include "with-and-without-tag.h"
