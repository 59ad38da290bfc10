/*
 * Marked functions that asm statements at file scope define, as a label or by
 * giving a symbol a value: there is only the original, which the calls here
 * use. Other units call variants, which ignore the tag. (In several
 * partitions of -flto, asm statements can't refer to static functions.)
 */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-additional-options "-w -fno-toplevel-reorder -flto-partition=one" } */
/* { dg-additional-sources "asm-defined-2.c" } */
#include "counter.h"

__attribute__((used)) int three(void)
{
	return 3;
}

__attribute__((used)) static int four(void)
{
	return 4;
}

asm(".globl by_value\n"
    "	.set by_value, three\n"
    "	.equ local, four; .weak weakly, unused\n"
    "	weakly = four");
asm("	.text\n"
    "	.global label\n"
    "label:	mov $5, %eax\n"
    "	ret\n"
    "	.size label, . - label\n"
    "	.previous");

int by_value(void) __allocator;
int local(void) __allocator __attribute__((visibility("hidden")));
int weakly(void) __allocator;
int label(void) __allocator;
int other_unit(void);

int main(void)
{
	check(by_value() == 3);
	check(local() == 4);
	check(weakly() == 4);
	check(label() == 5);
	check(other_unit() == 345);
	return 0;
}
