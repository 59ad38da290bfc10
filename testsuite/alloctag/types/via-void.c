/*
 * A void pointer variable in between: the type is the one that it is converted
 * to later.
 */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

struct foo *user(void)
{
	void *p = grab(1); /* { dg-tag "user" "struct foo" } */
	struct foo *foo;

	if (!p)
		return 0;
	foo = p;
	foo->a = 1;
	return foo;
}
