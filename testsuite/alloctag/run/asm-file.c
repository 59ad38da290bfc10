/*
 * Functions of assembly files: one that the list excludes, and one whose file
 * makes the variant a second name.
 */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-additional-sources "asm-file-2.S" } */
/* { dg-allocators "asm-file.list" } */
#include "counter.h"

int seven(void);
int eight(void) __allocator;

int main(void)
{
	check(seven() == 7);
	check(eight() == 8);
	return 0;
}
