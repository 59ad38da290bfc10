/* The attribute "used" keeps the original symbol of a static function. */
/* { dg-do compile } */
#include "mark.h"

static __attribute__((used)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { scan-symbol " t get$" } } */
