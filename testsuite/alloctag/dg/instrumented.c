/* With -pg -mfentry, variant and thunk both call __fentry__. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -pg -mfentry" } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-assembler-times "call\[ \t\]+\\*?__fentry__" 2 } } */
