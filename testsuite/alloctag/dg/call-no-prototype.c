/*
 * A call before the prototype may pass other arguments, so it calls the
 * original symbol. Calls after the prototype pass a tag.
 */
/* { dg-do compile } */
/* { dg-options "-O0 -std=gnu11" } */
#include "mark.h"

void *get();

char *before(void)
{
	return get(1);
}

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

char *after(void)
{
	return get(2); /* { dg-tag "after" "char" } */
}
/* { dg-final { scan-disassembly before "PLT32\[ \t\]+get-|call.*<get>" } } */
/* { dg-final { scan-disassembly after "PLT32\[ \t\]+get\\.alloctag|call.*<get\\.alloctag>" } } */
