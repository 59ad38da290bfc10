/* "inline" with -fgnu89-inline, as in the kernel, emits both symbols. */
/* { dg-do compile } */
/* { dg-options "-O2 -fgnu89-inline" } */
#include "mark.h"

void *get(int n) __allocator;
inline void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
