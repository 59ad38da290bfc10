/* Variant and thunk of a weak function are both weak. */
/* { dg-do compile } */
#include "mark.h"

__attribute__((weak)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

char *user(void)
{
	return get(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " W get$" } } */
/* { dg-final { scan-symbol " W get\\.alloctag$" } } */
/* { dg-final { scan-assembler "(call|jmp)\[ \t\]+get\\.alloctag" } } */
