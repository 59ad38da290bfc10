/*
 * originals=none: the address of a function whose body here is for inlining
 * only, as another unit defines it, is that of a weak thunk.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

void *get(int n) __allocator;
extern inline __attribute__((gnu_inline)) void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

void *(*table[])(int) = { get };
/* { dg-final { scan-symbol " W get\\.untagged$" } } */
/* { dg-final { scan-symbol " U get\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " get$" } } */
