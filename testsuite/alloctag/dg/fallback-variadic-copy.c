/*
 * A global variadic function that GCC can't copy, and an alias of it: other
 * units would not link, and the warning says so.
 */
/* { dg-do compile } */
#include "mark.h"

__allocator void *get(const char *steps, ...) /* { dg-warning "19: 'get' can't be given a tagged variant" } */
{
	static void *const table[] = { &&add, &&end };

	goto *table[*steps++ - 'a'];
add:
	goto *table[*steps++ - 'a'];
end:
	return 0;
}
/* { dg-note "it is variadic, and GCC can't copy its body" "" { target *-*-* } 8 } */
/* { dg-note "calls in this unit carry no tag, and units that see the mark won't link: remove it" "" { target *-*-* } 8 } */

__allocator __attribute__((alias("get")))
void *get_alias(const char *steps, ...); /* { dg-warning "7: 'get_alias' can't be given a tagged variant" } */
/* { dg-note "it is an alias of a function that has no variant" "" { target *-*-* } 22 } */
/* { dg-note "units that see the mark won't link: remove it" "" { target *-*-* } 22 } */
/* { dg-final { scan-symbol-not "alloctag" } } */
