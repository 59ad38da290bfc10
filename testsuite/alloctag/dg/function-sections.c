/* With -ffunction-sections, variant and thunk have a section each. */
/* { dg-do compile } */
/* { dg-options "-O2 -ffunction-sections" } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-section " \\.text\\.get\\.alloctag " } } */
/* { dg-final { scan-section " \\.text\\.(unlikely\\.)?get " } } */
