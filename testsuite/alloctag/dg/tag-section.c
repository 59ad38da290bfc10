/*
 * Tags are constant data in the section alloc_tags: allocated, not writable,
 * not mergeable, 20 bytes each, aligned to 4.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-section " alloc_tags +PROGBITS +\[0-9a-f\]+ \[0-9a-f\]+ 000028 00 +A +0 +0 +4$" } } */
