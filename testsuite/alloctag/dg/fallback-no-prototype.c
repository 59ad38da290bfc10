/*
 * A marked function without a prototype is left alone: a warning says why, and
 * calls to it are not changed.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu11" } */

void *get() __attribute__((allocator)); /* { dg-warning "7: 'get' can't be given a tagged variant" } */
/* { dg-note "7: it has no prototype" "" { target *-*-* } 8 } */
/* { dg-note "7: calls to it are not instrumented and carry no tag" "" { target *-*-* } 8 } */

void *user(void)
{
	return get(1, 2);
}
/* { dg-tags none } */
/* { dg-final { scan-symbol " U get$" } } */
