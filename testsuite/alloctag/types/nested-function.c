/* In a nested function, a name may mean an outer variable. */
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
		keep = grab(sizeof(object)); /* { dg-tag "inner" "struct foo" } */
		keep = grab(sizeof(struct bar)); /* { dg-tag "inner" "struct bar" } */
	}

	inner();
}
