/*
 * kmalloc()'s dispatch by __builtin_constant_p() is folded as without the
 * plugin: a constant size class, no branches, one tag and one jump.
 */
/* { dg-do compile { target x86_64-*-* } } */
#include "mark.h"

void *by_class(int class, unsigned long size) __allocator;
void *by_size(unsigned long size) __allocator;

static inline __attribute__((always_inline)) int class_of(unsigned long size)
{
	if (size <= 32)
		return 5;
	if (size <= 64)
		return 6;
	return -1;
}

static inline __attribute__((always_inline)) __allocator void *get(unsigned long size)
{
	if (__builtin_constant_p(size) && size) {
		int class = class_of(size);

		if (class > 0)
			return by_class(class, size);
	}
	return by_size(size);
}

char *user(void)
{
	return get(40); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol-not "by_size" } } */
/* { dg-final { scan-assembler-times "jmp\[ \t\]+by_class\\.alloctag" 1 } } */
/* { dg-final { scan-assembler "movl\[ \t\]+\\\$6, %edi" } } */
