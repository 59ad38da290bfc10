/* An allocator for one kind of object says the type by its own result. */
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
