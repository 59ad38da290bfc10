/*
 * A naked function reads its arguments itself: its variant drops the tag and
 * calls it, so that units that see the attribute still link.
 */
/* { dg-do compile { target x86_64-*-* } } */
#include "mark.h"

__attribute__((naked)) __allocator void *get(int n) /* { dg-warning "42: 'get' can't be given a tagged variant" } */
{
	asm("xor %eax, %eax\n\tret");
}
/* { dg-note "it is 'naked': its assembly code reads the arguments" "" { target *-*-* } 8 } */
/* { dg-note "calls to it drop the tag: what it allocates is charged to its own lines" "" { target *-*-* } 8 } */
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
/* { dg-final { scan-disassembly get.alloctag "get" } } */
