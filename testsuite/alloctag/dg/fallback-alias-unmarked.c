/* A marked alias of an unmarked function: its variant drops the tag. */
/* { dg-do compile } */
#include "mark.h"

void *get(int n)
{
	return 0;
}

__allocator __attribute__((alias("get")))
void *get_alias(int n); /* { dg-warning "7: 'get_alias' can't be given a tagged variant" } */
/* { dg-note "it is an alias of a function that has no variant" "" { target *-*-* } 11 } */
/* { dg-note "calls to it drop the tag" "" { target *-*-* } 11 } */
/* { dg-final { scan-symbol " T get_alias\\.alloctag$" } } */
