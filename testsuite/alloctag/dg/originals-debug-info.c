/*
 * In a kernel, debug information has one function of a name, the body, with the
 * hidden parameter: BTF is made from it.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -g -gno-as-locview-support -dA -fplugin-arg-alloctag_plugin-originals=global" } */
#include "mark.h"

__attribute__((noinline)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n + 1);
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-assembler-times "\"get.0\"\[^\\n\]*DW_AT_name" 1 } } */
/* One is the type's, the other the parameter's. */
/* { dg-final { scan-assembler-times "DW_AT_name: \"alloc_tag\"" 2 } } */
