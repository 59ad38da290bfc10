/*
 * A GCC built-in function that the program marks and defines: calls reach it,
 * and are charged to its own lines.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

enum { line = __LINE__ + 3 };
__attribute__((noipa)) __allocator char *strdup(const char *from)
{
	char *p = test_alloc(2);

	p[0] = from[0];
	return p;
}

int main(void)
{
	char *p = strdup("abc");

	check(p[0] == 'a' && !p[1]);
	check_site("strdup", line, NULL, 1, 2);
	return 0;
}
