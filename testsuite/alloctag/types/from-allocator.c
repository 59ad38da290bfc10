/* The type of the allocator's result, if that isn't void *. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

struct foo *foo_new(int flags) __allocator;
void *keep;

void user(void)
{
	foo_new(1); /* { dg-tag "user" "struct foo" } */
	keep = foo_new(2); /* { dg-tag "user" "struct foo" } */
}
