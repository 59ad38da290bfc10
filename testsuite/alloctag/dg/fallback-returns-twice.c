/* A function that returns twice, as setjmp() does. */
/* { dg-do compile } */
#include "mark.h"

int mark_point(void *where) __allocator __attribute__((returns_twice)); /* { dg-warning "5: 'mark_point' can't be given a tagged variant" } */
/* { dg-note "5: it returns twice" "" { target *-*-* } 5 } */
/* { dg-note "5: calls to it are not instrumented" "" { target *-*-* } 5 } */
/* GCC knows this one by its name. */
int savectx(void *where) __allocator; /* { dg-warning "5: 'savectx' can't be given a tagged variant" } */
/* { dg-note "5: it returns twice" "" { target *-*-* } 9 } */
/* { dg-note "5: calls to it are not instrumented" "" { target *-*-* } 9 } */

int user(void *where)
{
	return mark_point(where) + savectx(where);
}
/* { dg-tags none } */
/* { dg-final { scan-symbol " U mark_point$" } } */
/* { dg-final { scan-symbol " U savectx$" } } */
