/* With -fPIC, too: tags hold offsets, which need no relocation. */
/* { dg-do compile } */
/* { dg-options "-O2 -fPIC" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-section " alloc_tags +PROGBITS +\[0-9a-f\]+ \[0-9a-f\]+ 000028 00 +A +0 +0 +4$" } } */
