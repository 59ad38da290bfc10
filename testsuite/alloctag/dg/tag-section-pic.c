/* With -fPIC tags are relocated: their section is writable, but aligned. */
/* { dg-do compile } */
/* { dg-options "-O2 -fPIC" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-section " alloc_tags +PROGBITS +\[0-9a-f\]+ \[0-9a-f\]+ 000040 00 +W?A +0 +0 32$" } } */
