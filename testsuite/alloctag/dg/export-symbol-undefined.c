/* EXPORT_SYMBOL() of a function defined elsewhere: no variant is exported. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"
#include "export.h"

void *get(int n) __allocator;
EXPORT_SYMBOL(get);

char *user(void)
{
	return get(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol-not "__ksymtab_get\\.alloctag" } } */
