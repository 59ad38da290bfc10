/* A pointer to an array is for objects of the array's elements. */
/* { dg-do compile } */
#include "mark.h"

int (*user(void))[10]
{
	return grab(1); /* { dg-tag "user" "int" } */
}
