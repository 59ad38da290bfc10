/*
 * A call that must be a tail call has no room for another argument on the
 * stack: it passes none, with a warning.
 */
/* { dg-do compile } */
/* { dg-require-options "-Wmusttail-local-addr" } */
/* { dg-options "-O2" } */
void *get(long a, long b, long c, long d, long e, long f) __attribute__((allocator));

void *reversed(long a, long b, long c, long d, long e, long f)
{
	[[gnu::musttail]] return get(f, e, d, c, b, a);	/* { dg-warning "this call of 'get' passes no tag" } */
	/* { dg-note "it has the attribute 'musttail', and there may be no room for another argument" "" { target *-*-* } 12 } */
}
