/*
 * Calls in the arguments of another one: each has its own sizeof. GCC gives all
 * of them the same place.
 */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void sink(void *);
void *both(void *, void *);
void *keep;

void user(void)
{
	sink(grab(sizeof(struct foo))); /* { dg-tag "user" "struct foo" } */
	sink(both(grab(sizeof(struct foo)), 0)); /* { dg-tag "user" "struct foo" } */
	both(grab(sizeof(struct foo)), grab(sizeof(struct bar))); /* { dg-tag "user" "struct foo" } */
	/* { dg-tag "user" "struct bar" line 18 } */
}
