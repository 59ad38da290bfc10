/* The attribute on members that are not pointers to functions. */
/* { dg-do compile } */
/* { dg-additional-options "-std=gnu17" } */
#include "mark.h"

struct ops {
	int n __allocator; /* { dg-error "13: 'allocator' attribute applies to functions and to pointers to functions only" } */
	/* { dg-note "13: their parameters must be known" "" { target *-*-* } 7 } */
	void *(*alloc)() __allocator; /* { dg-error "17: 'allocator' attribute applies to functions and to" } */
	/* { dg-note "17: their parameters must be known" "" { target *-*-* } 9 } */
};
