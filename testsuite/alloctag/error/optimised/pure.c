/*
 * Functions with errors that are const or pure, so that a loop calls one once:
 * optimised.exp.
 */
#include "../errno.h"

int table[16];

__attribute__((noinline)) static int constant(unsigned int n)
{
	if (n > 1000)
		return -EINVAL;
	return n * n % 7;
}

__attribute__((noinline)) static int pure(unsigned int n)
{
	if (n > 15)
		return -ENOENT;
	if (table[n] == 3)
		return -EPERM;
	return table[n];
}

/* By what it calls: found when GCC looks at all functions together. */
__attribute__((noinline)) static int recursive(unsigned int n)
{
	if (n > 100)
		return -EAGAIN;
	return n ? recursive(n / 2) + constant(n) : 0;
}

long sum(int n, unsigned int value)
{
	long all = 0;
	int i;

	for (i = 0; i < n; i++)
		all += constant(value) + pure(value) + recursive(value);
	return all;
}
