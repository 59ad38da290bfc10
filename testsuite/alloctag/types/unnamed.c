/* A structure without a name gives no type. */
/* { dg-do compile } */
#include "mark.h"

void user(void)
{
	static struct { int a; } *p;

	p = grab(1); /* { dg-tag "user" "" } */
	p->a = 1;
}
