/*
 * In a kernel, the debug information of a body has the hidden parameter also
 * where it is inlined: pahole takes the first of the two functions that are
 * described then.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -g -gno-as-locview-support -dA -fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

__allocator void *get(int n)
{
	return grab(n + 1);
}

static inline __allocator void *take(void)
{
	return get(2);
}

char *user(void)
{
	return take(); /* { dg-tag "user" "char" } */
}
/* The one of get() that says "inlined", and the only one of take(). */
/* { dg-final { scan-assembler "\"get.0\"\[^\\n\]*DW_AT_name((?!DW_TAG_subprogram)(.|\n))*DW_AT_inline((?!DW_TAG_subprogram)(.|\n))*DW_TAG_formal_parameter\\)\n.*\"alloc_tag\"" } } */
/* { dg-final { scan-assembler "DW_AT_name: \"take\"((?!DW_TAG_subprogram)(.|\n))*DW_TAG_formal_parameter\\)\n.*\"alloc_tag\"" } } */
