/* A nested function that uses its parent's frame has a hidden argument, too. */
/* { dg-do compile } */
#include "mark.h"

int user(int n)
{
	__allocator char *nested(int m) /* { dg-warning "27: 'nested' can't be given a tagged variant" } */
	{
		return (char *)grab(n += m) + n; /* { dg-tag "nested" "" } */
	}
	/* { dg-note "it is a nested function that uses its parent's variables" "" { target *-*-* } 7 } */
	/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 7 } */
	return nested(1) != nested(2);
}
