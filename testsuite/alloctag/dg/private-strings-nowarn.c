/* -Wlarger-than= says nothing about tags and their strings. */
/* { dg-do compile } */
/* { dg-options "-O2 -Wlarger-than=8 -DMODULE -fplugin-arg-alloctag_plugin-private-strings=MODULE" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
