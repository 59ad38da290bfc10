/* main() is not called with a tag: its own calls pass its untagged tag. */
/* { dg-do compile } */
#include "mark.h"

__allocator int main(void) /* { dg-warning "17: 'main' can't be given a tagged variant" } */
{
	return grab(1) != 0;
}
/* { dg-note "17: it is where the program starts" "" { target *-*-* } 5 } */
/* { dg-note "17: calls to it are not instrumented" "" { target *-*-* } 5 } */
/* { dg-untagged-tag "main" line 5 } */
/* { dg-final { scan-symbol " T main$" } } */
/* { dg-final { scan-symbol-not "main\\.alloctag" } } */
