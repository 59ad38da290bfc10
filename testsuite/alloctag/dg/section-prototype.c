/* A section attribute of the first declaration applies to variant and thunk. */
/* { dg-do compile } */
/* { dg-options "-O0" } */
#include "mark.h"

__attribute__((section(".init.text"))) void *get(int n);
void *get(int n) __allocator;
void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { check-symbol-section get .init.text } } */
/* { dg-final { check-symbol-section get.alloctag .init.text } } */
