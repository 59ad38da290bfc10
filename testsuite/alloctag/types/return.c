/* A result that is returned: the type of the function's own result. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

struct foo *user(void)
{
	return grab(1); /* { dg-tag "user" "struct foo" } */
}
