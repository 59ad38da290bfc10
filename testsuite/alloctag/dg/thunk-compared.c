/*
 * A thunk whose address is only compared or exported stays small: the body is
 * not inlined into it.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2" } */
#include "mark.h"

int counter;

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	counter++;
	return grab(n);
}

static void *__attribute__((used)) exported = (void *)get;

int is_get(void *(*function)(int))
{
	return function == get;
}
/* { dg-final { scan-disassembly-not get "counter|grab" } } */
/* { dg-final { check-symbol-section get .text.unlikely } } */
