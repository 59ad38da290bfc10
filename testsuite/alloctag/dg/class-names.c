/*
 * The variants of a class other than "allocator" have its name: objects that
 * don't agree on the class of a function don't link.
 */
/* { dg-do compile } */
#include "class.h"

void wait_for(int n) __wait;
__wait void wait_here_for(int n)
{
	wait_for(n);
}
/* { dg-final { scan-symbol "wait_for\\.codetag\\.wait" } } */
/* { dg-final { scan-symbol "wait_here_for\\.codetag\\.wait" } } */
/* { dg-final { scan-symbol-not "wait_for\\.alloctag" } } */
