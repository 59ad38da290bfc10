/*
 * In a kernel, a thunk has the padding before its start that x86 asks for with
 * -fpatchable-function-entry.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fpatchable-function-entry=16,16 -fplugin-arg-alloctag_plugin-originals=global" } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-assembler-times "__patchable_function_entries" 2 } } */
