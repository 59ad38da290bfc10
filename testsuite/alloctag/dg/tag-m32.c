/* On a 32-bit target a tag is the same. */
/* { dg-do compile { target i?86-*-* x86_64-*-* } } */
/* { dg-options "-O2 -m32 -fno-pie" } */
#include "mark.h"

struct foo { int a; };

_Static_assert(sizeof(struct alloc_tag) == ALLOC_TAG_SIZE, "layout");

struct foo *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "struct foo" } */
	       grab(2); /* { dg-tag "user" "struct foo" } */
}
