/*
 * __init: variant and thunk lie in the function's section. (A reference from
 * .text to .init.text is an error of modpost's.)
 */
/* { dg-do compile } */
#include "mark.h"

__attribute__((section(".init.text"))) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { check-symbol-section get .init.text } } */
/* { dg-final { check-symbol-section get.alloctag .init.text } } */
