/*
 * A function whose stack is cleared when it returns: its thunk is an ordinary
 * function that calls it. In either mode.
 */
/* { dg-do run } */
/* { dg-require-options "-fstrub=internal" } */
#include "counter.h"

__attribute__((strub("internal"))) int inside(int unused) __allocator;
__attribute__((strub("at-calls"))) int at_calls(int unused) __allocator;
int by_option(int unused) __allocator;

__attribute__((noinline)) int inside(int unused)
{
	return alloc_tag_caller()->line;
}

__attribute__((strub("at-calls"), noinline)) int at_calls(int unused)
{
	return alloc_tag_caller()->line;
}

__attribute__((noinline)) int by_option(int unused)
{
	return alloc_tag_caller()->line;
}

int (*volatile pointer)(int) = inside;
__attribute__((strub("at-calls"))) int (*volatile at_calls_pointer)(int) = at_calls;
int (*volatile option_pointer)(int) = by_option;

int main(void)
{
	check(inside(1) == __LINE__);
	check(at_calls(1) == __LINE__);
	check(by_option(1) == __LINE__);
	/* The lines of the definitions. */
	check(pointer(1) == 13);
	check(at_calls_pointer(1) == 18);
	check(option_pointer(1) == 23);
	return 0;
}
