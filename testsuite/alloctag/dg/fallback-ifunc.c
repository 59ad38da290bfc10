/* An ifunc is resolved at run time: its variant drops the tag and calls it. */
/* { dg-do compile } */
#include "mark.h"

static void *real_get(int n)
{
	return grab(n); /* { dg-tag "real_get" "" } */
}

static void *resolve(void)
{
	return real_get;
}

void *get(int n) __allocator __attribute__((ifunc("resolve"))); /* { dg-warning "7: 'get' can't be given a tagged variant" } */
/* { dg-note "it is resolved at run time \\('ifunc'\\)" "" { target *-*-* } 15 } */
/* { dg-note "calls to it drop the tag" "" { target *-*-* } 15 } */
/* { dg-final { scan-symbol " i get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
