/* An incomplete structure type has a name as well. */
/* { dg-do compile } */
#include "mark.h"

struct elsewhere;

struct elsewhere *user(void)
{
	return grab(1); /* { dg-tag "user" "struct elsewhere" } */
}
