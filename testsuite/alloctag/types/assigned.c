/* The type of the variable, field or array element that the result goes to. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { struct foo *foo; long *array[4]; };

void user(struct bar *bar, struct foo **where)
{
	struct foo *p = grab(1); /* { dg-tag "user" "struct foo" } */
	bar->foo = grab(2); /* { dg-tag "user" "struct foo" } */
	bar->array[3] = grab(3); /* { dg-tag "user" "long int" } */
	*where = grab(4); /* { dg-tag "user" "struct foo" } */
	*where = p;
}
