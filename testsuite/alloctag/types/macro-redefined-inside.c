/* A macro gets another definition later in the same function. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

#define OBJECT struct foo
void user(void)
{
	keep = grab(sizeof(OBJECT)); /* { dg-tag "user" "struct foo" } */
#undef OBJECT
#define OBJECT struct bar
	keep = grab(sizeof(OBJECT)); /* { dg-tag "user" "struct bar" } */
#pragma push_macro("OBJECT")
#undef OBJECT
#define OBJECT int
	keep = grab(sizeof(OBJECT)); /* { dg-tag "user" "int" } */
#pragma pop_macro("OBJECT")
	keep = grab(sizeof(OBJECT)); /* { dg-tag "user" "struct bar" } */
}
