/*
 * originals=none: a global function that this unit only calls has no thunk, and
 * no tag for one.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

__attribute__((noinline)) __allocator void *get(int n)
{
	return grab(n);
}

char *user(void)
{
	return get(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " get$" } } */
/* { dg-final { scan-symbol-not "untagged" } } */
