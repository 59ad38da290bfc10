/*
 * A marked function with a section attribute is called with and without a tag.
 * (alloctag/dg/section-thunk.c checks that both bodies are in the section.)
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((section(".text.init"))) __allocator void *get(size_t n)
{
	return test_alloc(n);
}

#include "with-and-without-tag.h"
