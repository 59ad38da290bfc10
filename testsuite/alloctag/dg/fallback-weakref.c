/* A weakref is another name for a symbol. */
/* { dg-do compile } */

static void *get(int n) __attribute__((allocator, weakref("other"))); /* { dg-warning "14: 'get' can't be given a tagged variant" } */
/* { dg-note "it is a 'weakref' to another symbol" "" { target *-*-* } 4 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 4 } */

char *user(int n)
{
	return get ? get(n) : 0;
}
/* { dg-final { scan-symbol " w other$" } } */
/* { dg-final { scan-symbol-not "alloctag" } } */
