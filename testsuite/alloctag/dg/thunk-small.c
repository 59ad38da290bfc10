/* A thunk loads the tag and jumps to the variant, and does nothing else. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O3 -fPIE" } */
#include "mark.h"

int counter;

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	counter++;
	return grab(n);
}
/* { dg-final { scan-disassembly get "<get>:\n.*\tlea .*\n.*\talloc_tags-0x4\n.*\tjmp .*\n.*\tget\\.alloctag-0x4\n\\Z" } } */
