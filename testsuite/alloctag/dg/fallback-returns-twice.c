/* A function that returns twice, as setjmp() does. */
/* { dg-do compile } */
#include "mark.h"

int mark_point(void *where) __allocator __attribute__((returns_twice)); /* { dg-warning "5: 'mark_point' can't be given a tagged variant" } */
/* { dg-note "it returns twice" "" { target *-*-* } 5 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 5 } */

int user(void *where)
{
	return mark_point(where);
}
/* { dg-tags none } */
/* { dg-final { scan-symbol " U mark_point$" } } */
