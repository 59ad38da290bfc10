/* KASAN adds no red zones to private strings. */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize=kernel-address -fno-pie -DMODULE -fplugin-arg-alloctag_plugin-private-strings=MODULE" } */
#include "mark.h"

#line 100 "f.c"
char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" file "f.c" line 102 } */
	       grab(2); /* { dg-tag "user" "char" file "f.c" line 103 } */
}
/* "f.c", "user" and "char" have 14 bytes. */
/* { dg-final { scan-section " \\.rodata +PROGBITS +\[0-9a-f\]+ \[0-9a-f\]+ 00000e 00 +A +0 +0 +1$" } } */
