/*
 * A call in a macro has the line of the macro's use, not of its definition;
 * also with nested macros.
 */
/* { dg-do compile } */
#include "mark.h"

#define NEW(type) \
	((type *)grab(sizeof(type)))
#define NEW_INT() \
	NEW(int)

long *user1(void)
{
	return NEW(long); /* { dg-tag "user1" "long int" } */
}

int *user2(void)
{
	return NEW_INT(); /* { dg-tag "user2" "int" } */
}
