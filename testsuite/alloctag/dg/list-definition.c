/*
 * A listed definition that gets no variant is reported without verbose. Not so
 * a declaration, a function that only a wildcard matches, and main(), which
 * nothing calls.
 */
/* { dg-do compile } */
/* { dg-options "-std=gnu11" } */
/* { dg-allocators "list-definition.list" } */

void *declared();
void *wildcard() { return 0; }
void *defined() { return declared(1); } /* { dg-warning "7: 'defined' can't be given a tagged variant" } */
/* { dg-note "7: it has no prototype" "" { target *-*-* } 12 } */
/* { dg-note "7: calls to it are not instrumented and carry no tag" "" { target *-*-* } 12 } */
static __attribute__((target_clones("avx2", "default")))
int kept_static(int n) /* { dg-warning "5: 'kept_static' can't be given a tagged variant" } */
/* { dg-note "5: it is compiled several times" "" { target *-*-* } 16 } */
/* { dg-note "5: calls to it drop the tag: what it allocates is charged to its own lines" "" { target *-*-* } 16 } */
{
	return n;
}

int main(void)
{
	return defined(1) == wildcard(kept_static(2));
}
/* { dg-tag "main" "" line 25 } */
