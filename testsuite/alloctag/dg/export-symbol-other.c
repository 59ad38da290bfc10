/* Names are matched as whole words: exporting get_more does not export get. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"
#include "export.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

void *get_more(int n)
{
	return get(n + 1); /* { dg-tag "get_more" "" } */
}
EXPORT_SYMBOL(get_more);
/* { dg-final { scan-symbol " __ksymtab_get_more$" } } */
/* { dg-final { scan-symbol-not "ksym.*alloctag" } } */
/* { dg-final { scan-symbol-not "__ksymtab_get$" } } */
