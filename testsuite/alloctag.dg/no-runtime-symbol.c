/*
 * What the plugin adds refers to no symbol of a runtime: the undefined ones are
 * those of the source, as variants.
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
