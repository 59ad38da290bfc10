/* An unmarked alias refers to the thunk; a marked one has a variant. */
/* { dg-do compile } */
#include "mark.h"

__allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
void *plain_alias(int n) __attribute__((alias("get")));
void *marked_alias(int n) __allocator __attribute__((alias("get")));
/* { dg-final { scan-assembler "set\[ \t\]+plain_alias,get$" } } */
/* { dg-final { scan-assembler "set\[ \t\]+marked_alias,get$" } } */
/* { dg-final { scan-assembler "set\[ \t\]+marked_alias\\.alloctag,get\\.alloctag$" } } */
/* { dg-final { scan-symbol-not "plain_alias\\.alloctag" } } */
