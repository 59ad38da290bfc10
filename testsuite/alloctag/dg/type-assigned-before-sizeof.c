/* The type of the pointer takes precedence over a sizeof. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };

struct foo *user(void)
{
	struct foo *p = grab(sizeof(struct foo) + sizeof(struct bar)); /* { dg-tag "user" "struct foo" } */
	return p;
}

struct foo *user2(void)
{
	return grab(sizeof(struct bar)); /* { dg-tag "user2" "struct foo" } */
}
