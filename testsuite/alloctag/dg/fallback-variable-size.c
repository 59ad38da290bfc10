/* A nested function with a parameter of variable size. */
/* { dg-do compile } */
#include "mark.h"

int user(int n)
{
	struct s { int a[n]; } s;
	__allocator char *nested(struct s v) /* { dg-warning "27: 'nested' can't be given a tagged variant" } */
	{
		return (char *)grab(v.a[0]);
	}
	/* { dg-note "the size of a parameter varies|uses its parent's variables" "" { target *-*-* } 8 } */
	/* { dg-note "calls" "" { target *-*-* } 8 } */
	s.a[0] = 1;
	return nested(s) != 0;
}
