/*
 * Calls in constructors, before main(), are tagged, also if the constructor is
 * marked: it is called without a tag. One that the program calls itself as well
 * passes on the tag of that call.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

enum { line = __LINE__ + 3 };
static __attribute__((constructor)) void early(void)
{
	test_alloc(10);
}

enum { marked_line = __LINE__ + 3 };
static __attribute__((constructor)) __allocator void marked_early(void)
{
	test_alloc(20);
}

static __attribute__((constructor, noinline)) __allocator void twice(void)
{
	test_alloc(40);
}

int main(void)
{
	HERE(call); twice();
	check_site("early", line, NULL, 1, 10);
	check_site("marked_early", marked_line, NULL, 1, 20);
	check_no_site("twice");
	check_untagged("twice", 1, 40);
	check_site("main", call, NULL, 1, 40);
	check(total_allocs() == 4);
	return 0;
}
