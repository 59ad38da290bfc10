/*
 * -fsanitize=thread leaves alone what the plugin adds to a function that has no
 * calls: as the resolver of an ifunc, it runs before the sanitizer does.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize=thread" } */
#include "mark.h"

__allocator void *(*choose(int n))(__SIZE_TYPE__) /* { dg-untagged-tag "choose" } */
{
	return n ? grab : 0;
}
/* { dg-final { scan-assembler-not "tsan_func_entry" } } */
