/* An alias of a marked function of another type: its variant drops the tag. */
/* { dg-do compile } */
/* { dg-options "-O2 -Wno-attribute-alias" } */
#include "mark.h"

__allocator void *get(void) /* { dg-untagged-tag "get" } */
{
	return grab(1);
}

__allocator __attribute__((alias("get")))
void *get_more(int n); /* { dg-warning "7: 'get_more' can't be given a tagged variant" } */
/* { dg-note "it is an alias of a function of another type" "" { target *-*-* } 12 } */
/* { dg-note "calls to it drop the tag" "" { target *-*-* } 12 } */
/* { dg-final { scan-symbol " T get_more\\.alloctag$" } } */
