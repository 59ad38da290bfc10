/*
 * A function that GCC knows as a built-in is left alone here; a unit where it is
 * an ordinary function calls its variant, which exists.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
/* { dg-additional-sources "builtin-elsewhere-2.c" } */
#include "counter.h"

char *by_other_unit(const char *string);

__allocator char *strpbrk(const char *string, const char *characters)
{
	return (char *)string + 2;
}

int main(void)
{
	const char *string = "ab";

	check(by_other_unit(string) == string + 2);
	return 0;
}
