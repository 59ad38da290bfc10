/* A macro that has another definition later counts as it was at the call. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

#define OBJECT struct foo
void first(void)
{
	keep = grab(sizeof(OBJECT)); /* { dg-tag "first" "struct foo" } */
}
#undef OBJECT
#define OBJECT struct bar
void second(void)
{
	keep = grab(sizeof(OBJECT)); /* { dg-tag "second" "struct bar" } */
}
#undef OBJECT
