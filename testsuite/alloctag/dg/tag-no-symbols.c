/*
 * Tags and the names of allocators have no symbols, which kernels with
 * CONFIG_KALLSYMS_ALL would keep in memory.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-allocator-names" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-section " alloc_tag_allocators +PROGBITS" } } */
/* { dg-final { scan-symbol "U grab\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " \[a-zA-Z\] (?!grab\\.alloctag$|user$|\\.LC)" } } */
