/* The operand of a sizeof is a local variable that isn't used otherwise. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a[9]; };
void *keep;

void user(void)
{
	struct foo tmp, *pointer;

	keep = grab(sizeof(tmp)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(*pointer)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof tmp.a[0]); /* { dg-tag "user" "int" } */
}
