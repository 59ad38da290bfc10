/* A cold allocator's variant is in the section of cold functions. */
/* { dg-do compile } */
#include "mark.h"

__attribute__((cold)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
/* { dg-final { check-symbol-section get .text.unlikely } } */
/* { dg-final { check-symbol-section get.alloctag .text.unlikely } } */
