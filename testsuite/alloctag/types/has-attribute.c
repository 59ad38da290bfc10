/* __has_attribute() and similar operators in the arguments of a call. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *keep;

#define HAS(x) __has_attribute(x)

void user(void)
{
	keep = grab(__has_attribute(noreturn) ? 8 : 16); /* { dg-tag "user" "" } */
	keep = grab(__has_builtin(__builtin_trap) ? 8 : 16); /* { dg-tag "user" "" } */
	keep = grab(__has_c_attribute(noreturn) ? 8 : 16); /* { dg-tag "user" "" } */
	/* { dg-tag "user" "struct foo" line 16 } */
	keep = grab(sizeof(struct foo) + HAS(noreturn));
}
