/*
 * __init: variant and thunk are in the function's section. modpost rejects
 * references from .text to .init.text.
 */
/* { dg-do compile } */
#include "mark.h"

__attribute__((section(".init.text"))) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { check-symbol-section get .init.text } } */
/* { dg-final { check-symbol-section get.alloctag .init.text } } */
