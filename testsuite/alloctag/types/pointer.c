/* Arrays of pointers: one star and more. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

struct foo **user1(void)
{
	return grab(1); /* { dg-tag "user1" "struct foo *" } */
}

char ***user2(void)
{
	return grab(2); /* { dg-tag "user2" "char **" } */
}

void **user3(void)
{
	return grab(3); /* { dg-tag "user3" "void *" } */
}
