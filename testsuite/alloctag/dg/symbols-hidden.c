/* Variant and thunk of a hidden function are both hidden. */
/* { dg-do compile } */
#include "mark.h"

__attribute__((visibility("hidden"))) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-assembler "\\.hidden\[ \t\]+get$" } } */
/* { dg-final { scan-assembler "\\.hidden\[ \t\]+get\\.alloctag$" } } */
