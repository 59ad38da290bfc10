/*
 * In a kernel, a thunk has no entry of -fpatchable-function-entry, by which some
 * architectures trace functions.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fpatchable-function-entry=4,2 -fplugin-arg-alloctag_plugin-originals=global" } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-assembler-times "__patchable_function_entries" 1 } } */
