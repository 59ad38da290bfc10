/*
 * A weak variadic function that is overridden without the plugin can't be called
 * in place of the variant: the variant stops the program.
 */
/* { dg-do compile } */
#include "mark.h"

__attribute__((weak)) __allocator
void *get(int n, ...)
{
	return (void *)(long)n;
}
/* { dg-final { scan-assembler "get\\.localalias" } } */
/* { dg-final { scan-assembler "\tud2" } } */
