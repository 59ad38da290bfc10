/*
 * Where the macro of the argument private-strings is defined, the strings of
 * tags have no symbols either: the section of GCC's own, whose strings the
 * linker merges, would need some.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -DMODULE -fplugin-arg-alloctag_plugin-private-strings=MODULE -fplugin-arg-alloctag_plugin-allocator-names" } */
#include "mark.h"

struct foo { int a; };

struct foo *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "struct foo" } */
	       grab(2); /* { dg-tag "user" "struct foo" } */
}

char *other(void)
{
	return grab(1); /* { dg-tag "other" "char" } */
}
/* { dg-final { scan-symbol-not " r " } } */
/* { dg-final { scan-section-not " \\.rodata\\.str" } } */
/* Equal strings are there once: file, two functions, two types, the allocator. */
/* { dg-final { scan-assembler-times "\[ \t\]\\.string\[ \t\]" 6 } } */
