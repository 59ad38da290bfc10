/* EXPORT_SYMBOL_NS(): the variant is in the same namespace. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"
#include "export.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
EXPORT_SYMBOL_NS_GPL(get, SOME_SPACE);

/* { dg-final { scan-symbol " __kstrtabns_get\\.alloctag$" } } */
/* { dg-final { scan-assembler-times "asciz\[ \t\]+\"SOME_SPACE\"" 2 } } */
