/*
 * GCC knows malloc() and handles calls to it itself: it may remove them, or
 * turn them into calloc().
 */
/* { dg-do compile } */

void *malloc(__SIZE_TYPE__ n) __attribute__((allocator)); /* { dg-warning "7: 'malloc' can't be given a tagged variant" } */
/* { dg-note "7: GCC knows it as a built-in function" "" { target *-*-* } 7 } */
/* { dg-note "7: calls to it are not instrumented" "" { target *-*-* } 7 } */

char *user(void)
{
	return malloc(10);
}
/* { dg-tags none } */
/* { dg-final { scan-symbol " U malloc$" } } */
