/*
 * originals=none: a function with the attribute "used" keeps its name, which
 * assembly code may call.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

__attribute__((used)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
