/* A call in a function that is inlined and cloned has one tag. */
/* { dg-do compile } */
/* { dg-options "-O3" } */
#include "mark.h"

static inline char *helper(int n)
{
	return grab(n); /* { dg-tag "helper" "char" } */
}

char *user1(void) { return helper(1); }
char *user2(void) { return helper(2); }
