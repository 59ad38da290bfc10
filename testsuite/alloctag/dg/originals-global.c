/*
 * originals=global: a global function keeps the symbol of its name, with a
 * thunk; the thunk of a static one has a suffix.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=global" } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

static __attribute__((noinline)) __allocator void *take(int n) /* { dg-untagged-tag "take" } */
{
	return grab(n);
}

void *(*table[])(int) = { take };

char *user(void)
{
	return take(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
/* { dg-final { scan-symbol " t take\\.untagged$" } } */
/* { dg-final { scan-symbol " t take\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " take$" } } */
