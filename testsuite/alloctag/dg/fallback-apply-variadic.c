/*
 * __builtin_apply_args() in a variadic function would pass on the tag among the
 * arguments, so the function is left alone.
 */
/* { dg-do compile } */
#include "mark.h"

int sum(int n, ...);

__allocator int forward(int n, ...) /* { dg-warning "17: 'forward' can't be given a tagged variant" } */
{
	__builtin_return(__builtin_apply((void (*)())sum,
					 __builtin_apply_args(), 128));
}
/* { dg-note "it is variadic, and '__builtin_apply_args\\(\\)' would pass on the tag" "" { target *-*-* } 10 } */
/* { dg-note "units that see the mark won't link: remove it" "" { target *-*-* } 10 } */
/* { dg-final { scan-symbol-not "alloctag" } } */
