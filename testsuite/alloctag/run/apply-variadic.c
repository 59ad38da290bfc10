/*
 * A variadic function that passes on its arguments with __builtin_apply(): the
 * tag is not one of them, in a static function either.
 */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-additional-options "-w" } */
#include "counter.h"

__attribute__((noinline)) int sum(int n, ...)
{
	__builtin_va_list ap;
	int result = 0;

	__builtin_va_start(ap, n);
	while (n--)
		result += __builtin_va_arg(ap, int);
	__builtin_va_end(ap);
	return result;
}

int forward(int n, ...) __allocator;
__attribute__((noinline)) int forward(int n, ...)
{
	__builtin_return(__builtin_apply((void (*)())sum,
					 __builtin_apply_args(), 128));
}

static int forward_static(int n, ...) __allocator;
static __attribute__((noinline)) int forward_static(int n, ...)
{
	__builtin_return(__builtin_apply((void (*)())sum,
					 __builtin_apply_args(), 128));
}

int main(void)
{
	check(forward(3, 1, 2, 3) == 6);
	check(forward_static(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);
	return 0;
}
