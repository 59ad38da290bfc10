/* -fpatchable-function-entry gives variant and thunk an entry each. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fpatchable-function-entry=5" } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-assembler-times "__patchable_function_entries" 2 } } */
