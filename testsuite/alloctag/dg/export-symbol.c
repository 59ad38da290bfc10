/*
 * EXPORT_SYMBOL() of a marked function: the variant gets an entry as well, in
 * the sections of the same license and namespace.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"
#include "export.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
EXPORT_SYMBOL(get);

/* { dg-final { scan-symbol " __ksymtab_get$" } } */
/* { dg-final { scan-symbol " __ksymtab_get\\.alloctag$" } } */
/* { dg-final { check-symbol-section __ksymtab_get ___ksymtab+get } } */
/* { dg-final { check-symbol-section __ksymtab_get.alloctag ___ksymtab+get.alloctag } } */
/* { dg-final { check-symbol-section __kstrtab_get.alloctag __ksymtab_strings } } */
/* { dg-final { scan-assembler "asciz\[ \t\]+\"get\\.alloctag\"" } } */
/* { dg-final { scan-assembler-times "__ksymtab_get\\.alloctag:" 1 } } */
