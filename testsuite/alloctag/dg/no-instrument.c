/* no_instrument_function applies to variant and thunk: neither calls mcount. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -pg -mfentry" } */
#include "mark.h"

__attribute__((no_instrument_function)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-assembler-not "__fentry__" } } */
