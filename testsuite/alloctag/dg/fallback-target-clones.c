/* target_clones compiles a function several times: its variant drops the tag. */
/* { dg-do compile { target x86_64-*-* } } */
#include "mark.h"

__attribute__((target_clones("avx2", "default"))) __allocator void *get(int n) /* { dg-warning "'get' can't be given a tagged variant" } */
{
	return grab(n);
}
/* { dg-note "it is compiled several times" "" { target *-*-* } 5 } */
/* { dg-note "calls to it drop the tag" "" { target *-*-* } 5 } */
/* { dg-final { scan-symbol " \[iT\] get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
