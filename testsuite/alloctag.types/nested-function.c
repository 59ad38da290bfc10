/* In a nested function, a name may be that of an outer variable: no type. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
struct bar object;
void *keep;

void user(int n)
{
	struct foo object;
	void inner(void)
	{
		keep = grab(sizeof(object)); /* { dg-tag "inner" "" } */
		keep = grab(sizeof(struct foo)); /* { dg-tag "inner" "struct foo" } */
	}

	inner();
}
