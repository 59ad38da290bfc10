/* The attribute comes after EXPORT_SYMBOL(): the variant is exported, too. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"
#include "export.h"

void *get(int n);
EXPORT_SYMBOL(get);
void *get(int n) __allocator;
void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-symbol " __ksymtab_get$" } } */
/* { dg-final { scan-symbol " __ksymtab_get\\.alloctag$" } } */
