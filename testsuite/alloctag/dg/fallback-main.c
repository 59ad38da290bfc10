/* main() is not called with a tag: its calls pass tags of their own. */
/* { dg-do compile } */
#include "mark.h"

__allocator int main(void) /* { dg-warning "17: 'main' can't be given a tagged variant" } */
{
	return grab(1) != 0; /* { dg-tag "main" "" } */
}
/* { dg-note "17: it is where the program starts" "" { target *-*-* } 5 } */
/* { dg-note "17: calls to it are not instrumented" "" { target *-*-* } 5 } */
/* { dg-final { scan-symbol " T main$" } } */
/* { dg-final { scan-symbol-not "main\\.alloctag" } } */
