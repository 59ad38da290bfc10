/* KASAN adds no red zones to tags, and does not register them as variables. */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize=kernel-address -fno-pie" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-section " alloc_tags +PROGBITS +\[0-9a-f\]+ \[0-9a-f\]+ 000028 " } } */
