/*
 * originals=none: the body is not inlined into a thunk whose address the unit
 * uses, so that tracing the body shows each call; the thunk is not traced.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g -dA -fno-pie -pg -mfentry -mrecord-mcount -fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

void count(void);

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	count();
	return grab(n + 1);
}

int apply(void *(*function)(int));

int user(void)
{
	return apply(get);
}
/* { dg-final { scan-symbol " T get\\.untagged$" } } */
/* { dg-final { scan-disassembly-not "get.untagged" "count" } } */
/* { dg-final { scan-disassembly-not "get.untagged" "__fentry__" } } */
/* { dg-final { scan-disassembly "get.alloctag" "__fentry__" } } */
/* { dg-final { scan-assembler-times "\"get.0\"\[^\\n\]*DW_AT_name" 1 } } */
