/* A result that is passed to a function: the type of the parameter. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

void add(struct foo *);

void user(int n)
{
	add(grab(n)); /* { dg-tag "user" "struct foo" } */
}
