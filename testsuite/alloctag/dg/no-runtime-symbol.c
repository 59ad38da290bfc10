/*
 * The plugin adds no references to a runtime: the undefined symbols are those
 * of the source, or their variants.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n) ?: alloc_tag_caller() ? grab(2) : 0;
}

char *user(const struct alloc_tag *tag __allocator_tag)
{
	return get(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol-times " U " 1 } } */
/* { dg-final { scan-symbol " U grab\\.alloctag$" } } */
