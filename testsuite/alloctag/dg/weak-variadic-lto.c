/* With -flto, nothing can tell that such a function is overridden. */
/* { dg-do compile } */
/* { dg-additional-options "-flto" } */
#include "mark.h"

__attribute__((weak)) __allocator
void *get(int n, ...) /* { dg-warning "7: 'get' is weak and variadic" } */
{
	return (void *)(long)n;
}
/* { dg-note "if an object without the plugin overrides it" "" { target *-*-* } 7 } */
