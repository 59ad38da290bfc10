/* An old-style definition is not a prototype. */
/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu11" } */

__attribute__((allocator)) char *get(n) /* { dg-warning "34: 'get' can't be given a tagged variant" } */
	int n;
{
	static char buffer[10];

	return buffer + n;
}
/* { dg-note "it has no prototype" "" { target *-*-* } 5 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 5 } */
/* { dg-tags none } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
