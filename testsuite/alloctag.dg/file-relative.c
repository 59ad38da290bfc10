/* The file is named as -fmacro-prefix-map leaves it, as __FILE__ is. */
/* { dg-do compile } */
/* { dg-options "-O2 -fmacro-prefix-map=@D@/=" } */
#include "mark.h"

char *user(void)
{
	return grab(1); /* { dg-tag "user" "char" file "file-relative.c" } */
}
