/* EXPORT_SYMBOL_GPL(): the variant is exported to GPL modules only. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"
#include "export.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
EXPORT_SYMBOL_GPL(get);

/* { dg-final { check-symbol-section __ksymtab_get ___ksymtab_gpl+get } } */
/* { dg-final { check-symbol-section __ksymtab_get.alloctag ___ksymtab_gpl+get.alloctag } } */
/* { dg-final { scan-section-not " ___ksymtab\\+" } } */
