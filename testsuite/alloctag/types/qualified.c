/* The type has no const or volatile. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

const struct foo *user1(void)
{
	return grab(1); /* { dg-tag "user1" "struct foo" } */
}

volatile char *user2(void)
{
	return grab(2); /* { dg-tag "user2" "char" } */
}
