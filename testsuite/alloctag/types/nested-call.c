/*
 * A call in the arguments of another one has a sizeof of its own. GCC gives
 * both calls the same place; two calls of one allocator can't be told apart.
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
	both(grab(sizeof(struct foo)), grab(sizeof(struct bar))); /* { dg-tag "user" "" } */
}
