/*
 * A list marks a global function whose definition can have no variant: that is
 * a warning even without verbose, as units that use the same list won't link.
 */
/* { dg-do compile } */
/* { dg-allocators list-variadic.list } */

void *get(const char *steps, ...) /* { dg-warning "7: 'get' can't be given a tagged variant" } */
{
	static void *const table[] = { &&add, &&end };

	goto *table[*steps++ - 'a'];
add:
	goto *table[*steps++ - 'a'];
end:
	return 0;
}
/* { dg-note "it is variadic, and GCC can't copy its body" "" { target *-*-* } 8 } */
/* { dg-note "units that see the mark won't link: remove it" "" { target *-*-* } 8 } */
