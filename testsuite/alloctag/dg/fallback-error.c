/*
 * Each call of a function with the attribute "error" is an error, so there is no
 * thunk, which would be one. "warning" is not printed for the thunk.
 */
/* { dg-do compile } */
#include "mark.h"

__attribute__((error("not to be called"))) __allocator
void *get(int n) /* { dg-warning "'get' can't be given a tagged variant" } */
{
	return grab(n); /* { dg-tag "get" "" } */
}
/* { dg-note "each call to it is an error" "" { target *-*-* } 9 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 9 } */

__attribute__((warning("better not called"))) __allocator
void *get_too(int n) /* { dg-untagged-tag "get_too" } */
{
	return grab(n);
}
