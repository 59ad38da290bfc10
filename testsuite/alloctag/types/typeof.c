/* sizeof of typeof() and of _Generic(), and a call through _Generic(). */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *keep;

#define CALL(x) _Generic((x), struct foo *: grab, default: grab)(sizeof(*(x)))

void user(void)
{
	struct foo *p;

	keep = grab(sizeof(__typeof__(*p))); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(typeof(struct foo))); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(typeof(p))); /* { dg-tag "user" "struct foo *" } */
	keep = CALL(p); /* { dg-tag "user" "struct foo" } */
}
