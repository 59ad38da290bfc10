/* Two calls on one line have two tags, which differ in the column. */
/* { dg-do compile } */
#include "mark.h"

int user(void)
{
	return grab(1) == grab(2); /* { dg-tag "user" "-" column 9 } */
}
/* { dg-tag "user" "-" column 20 line 7 } */
