/* The file name is the same as in __FILE__, with -fmacro-prefix-map applied. */
/* { dg-do compile } */
/* { dg-options "-O2 -fmacro-prefix-map=@D@/=" } */
#include "mark.h"

char *user(void)
{
	return grab(1); /* { dg-tag "user" "char" file "file-relative.c" } */
}
