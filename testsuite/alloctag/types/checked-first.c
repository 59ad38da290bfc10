/* A comparison with NULL or an error pointer doesn't tell the type. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
int is_error(const void *);

struct foo *user(void)
{
	struct foo *foo;
	void *p = grab(1); /* { dg-tag "user" "struct foo" } */

	if (!p || is_error(p))
		return 0;
	foo = p;
	return foo;
}
