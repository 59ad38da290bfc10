/* A structure that this unit doesn't know has a name all the same. */
/* { dg-do compile } */
#include "mark.h"

struct elsewhere;

struct elsewhere *user(void)
{
	return grab(1); /* { dg-tag "user" "struct elsewhere" } */
}
