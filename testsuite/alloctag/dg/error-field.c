/* The attribute on a structure member: calls through pointers carry no tag. */
/* { dg-do compile } */
#include "mark.h"

struct ops {
	void *(*alloc)(int n) __allocator; /* { dg-error "17: 'allocator' attribute applies to functions only" } */
	/* { dg-note "17: calls through pointers carry no tag" "" { target *-*-* } 6 } */
};
