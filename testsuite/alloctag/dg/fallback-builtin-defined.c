/* A GCC built-in function that the program defines itself. */
/* { dg-do compile } */
#include "mark.h"

__allocator void *calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ size) /* { dg-warning "19: 'calloc' can't be given a tagged variant" } */
{
	return grab(n * size); /* { dg-tag "calloc" "" } */
}
/* { dg-note "GCC knows it as a built-in function" "" { target *-*-* } 5 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 5 } */
