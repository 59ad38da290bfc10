/*
 * A function with vector versions: calls in a simd loop use these, which take no
 * tag, and other units expect them under their names.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fopenmp-simd -std=gnu11" } */
#include "mark.h"

#pragma omp declare simd notinbranch
__allocator int get(int n) /* { dg-warning "17: 'get' can't be given a tagged variant" } */
{
	return n + 1;
}
/* { dg-note "it has vector versions" "" { target *-*-* } 10 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 10 } */

#pragma omp declare simd notinbranch
__allocator int old_style(n) /* { dg-warning "17: 'old_style' can't be given a tagged variant" } */
	int n;
{
	return n - 1;
}
/* { dg-note "it has no prototype" "" { target *-*-* } 18 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 18 } */
/* { dg-final { scan-symbol " T _ZGVbN4v_get$" } } */
/* { dg-final { scan-symbol " T _ZGVbN4v_old_style$" } } */
