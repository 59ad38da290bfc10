/*
 * A large _BitInt is returned in memory, although GCC has it in a register until
 * late.
 */
/* { dg-do run } */
/* { dg-require-options "-std=gnu23" } */
/* { dg-additional-options "-std=gnu23" } */
#include "counter.h"

_BitInt(200) large(_BitInt(300) n) __allocator;
_BitInt(60) small(_BitInt(60) n) __allocator;
int line;

__attribute__((noinline)) _BitInt(200) large(_BitInt(300) n)
{
	line = alloc_tag_caller()->line;
	return n * 3;
}

__attribute__((noinline)) _BitInt(60) small(_BitInt(60) n)
{
	line = alloc_tag_caller()->line;
	return n * 3;
}

_BitInt(200) (*volatile pointer)(_BitInt(300)) = large;
_BitInt(60) (*volatile small_pointer)(_BitInt(60)) = small;

int main(void)
{
	_BitInt(200) big = (_BitInt(200))1 << 150;

	check(large(big) == big * 3 && line == __LINE__);
	check(small(7) == 21 && line == __LINE__);
	check(pointer(big) == big * 3 && line == 14);
	check(small_pointer(7) == 21 && line == 20);
	return 0;
}
