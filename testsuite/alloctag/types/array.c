/* For a pointer to an array, the type is the type of the elements. */
/* { dg-do compile } */
#include "mark.h"

int (*user(void))[10]
{
	return grab(1); /* { dg-tag "user" "int" } */
}
