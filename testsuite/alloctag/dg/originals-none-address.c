/*
 * originals=none: a unit that refers to the address of a function has the
 * thunk: weak, if another unit defines the function.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

void *fetch(int n) __allocator; /* { dg-untagged-tag "fetch" } */

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

void *(*table[])(int) = { get };

int is_fetch(void *(*function)(int))
{
	return function == fetch;
}
/* { dg-final { scan-symbol " T get\\.untagged$" } } */
/* { dg-final { scan-symbol " W fetch\\.untagged$" } } */
/* { dg-final { scan-symbol-not " get$" } } */
/* { dg-final { scan-symbol-not " fetch$" } } */
