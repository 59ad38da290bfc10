/* The plugin's warnings belong to -Wattributes. */
/* { dg-do compile } */
/* { dg-additional-options "-Werror -Wno-attributes" } */
#include "mark.h"

__attribute__((naked)) __allocator void *get(int n)
{
	asm("ret");
}
