/* A macro that is defined and undefined inside the function. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

void user(int n)
{
#define NEW(type) keep = grab(n * sizeof(type));
	NEW(struct foo) /* { dg-tag "user" "struct foo" } */
	NEW(struct bar) /* { dg-tag "user" "struct bar" } */
#undef NEW
	keep = grab(n * 8); /* { dg-tag "user" "" } */
}
