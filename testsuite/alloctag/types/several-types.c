/* Either of two types: the type is empty. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

void user(int n)
{
	keep = grab(n ? sizeof(struct foo) : sizeof(struct bar)); /* { dg-tag "user" "" } */
	keep = grab(n ? sizeof(struct foo) : sizeof(const struct foo)); /* { dg-tag "user" "struct foo" } */
}
