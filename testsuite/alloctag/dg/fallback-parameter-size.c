/*
 * A parameter whose size is an expression of another parameter. Only the
 * function itself can be called with it.
 */
/* { dg-do compile } */
#include "mark.h"

__allocator char *get(int n, struct { int a[n]; } v) /* { dg-warning "19: 'get' can't be given a tagged variant" } */
{
	return grab(v.a[0]); /* { dg-tag "get" "char" } */
}
/* { dg-note "the size of a parameter varies" "" { target *-*-* } 8 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 8 } */
/* { dg-warning "anonymous struct declared inside parameter list" "" { target *-*-* } 8 } */
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
