/* A public marked function has both symbols, global, of which one is cold. */
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
