/* A global marked function has two global symbols; the thunk is cold. */
/* { dg-do compile } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
/* { dg-final { check-symbol-section get .text.unlikely } } */
/* { dg-final { check-symbol-section get.alloctag .text } } */
