/* A call over several lines has the line of the function name. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *grab3(int a, int b, int c) __allocator;

struct foo *user(int n)
{
	struct foo *p =
		grab3(n, /* { dg-tag "user" "struct foo" column 3 } */
		      n + 1,
		      n + 2);

	return p;
}
