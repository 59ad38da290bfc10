/* Without the macro that the argument names, the linker merges the strings. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-private-strings=MODULE" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-section " \\.rodata\\.str1\\.1 +PROGBITS" } } */
