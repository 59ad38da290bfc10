/*
 * A weak definition of a function that GCC knows as a built-in is left alone.
 * Another unit, built without the plugin, overrides it. All calls reach that
 * definition: calls in this unit, and calls of the variant in a unit where
 * the function is not a built-in.
 *
 * GCC 11 assumes that a weak function doesn't return if its own definition
 * doesn't, as soon as there is an alias of it.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
/* { dg-additional-sources "builtin-elsewhere-2.c" } */
/* { dg-unmarked-sources "builtin-weak-2.c" } */
#include "counter.h"

char *by_other_unit(const char *string);
char *strpbrk(const char *string, const char *characters) __allocator;

const char *volatile string = "abc";

int main(void)
{
	const char *start = string;

	check(strpbrk(start, start + 1) == start + 2);
	check(by_other_unit(start) == start + 2);
	return 0;
}

__attribute__((weak)) char *strpbrk(const char *string, const char *characters)
{
	check_failed(__FILE__, __LINE__, "the weak definition was called");
	abort();
}
