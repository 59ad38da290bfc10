/* A thunk only loads the tag and jumps; the body is not inlined into it. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O3" } */
#include "mark.h"

int counter;

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	counter++;
	return grab(n);
}
/* { dg-final { scan-disassembly get "jmp.*get\\.alloctag|jmp" } } */
/* { dg-final { scan-disassembly-not get "counter|grab" } } */
