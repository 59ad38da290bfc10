/*
 * originals=none: EXPORT_SYMBOL() exports the variant instead, and the variable
 * that keeps an exported function is no reason for a thunk.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie -fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"
#include "export.h"

#define KEPT __attribute__((used, section(".discard.addressable")))

__allocator void *get(int n)
{
	return grab(n);
}
static void *addressable_get KEPT = (void *)&get;
EXPORT_SYMBOL(get);

/* It is defined elsewhere. */
void *fetch(int n) __allocator;
static void *addressable_fetch KEPT = (void *)&fetch;
EXPORT_SYMBOL(fetch);

/* { dg-final { scan-symbol " __ksymtab_get\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " __ksymtab_get$" } } */
/* { dg-final { scan-symbol-not " get$" } } */
/* { dg-final { scan-symbol " __ksymtab_fetch\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " fetch$" } } */
/* { dg-final { scan-symbol-not "untagged" } } */
/* { dg-final { scan-assembler "asciz\[ \t\]+\"get\\.alloctag\"" } } */
/* { dg-final { scan-assembler-times "__ksymtab_get\\.alloctag:" 1 } } */
