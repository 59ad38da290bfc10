/*
 * A weakref to a function that is defined here has that function's name. With
 * both marked, the variant is defined once, also in position-independent code.
 */
/* { dg-do assemble } */
/* { dg-options "-O2 -fPIC" } */
#include "mark.h"

static int reference(int n) __attribute__((weakref("defined"))) __allocator;
int defined(int n) __allocator;

int defined(int n)
{
	return n + 1;
}

int user(int n)
{
	return reference(n) + defined(n);
}
