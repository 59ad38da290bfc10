/*
 * Jumps that GCC can't split (computed gotos, returns of setjmp()) have no
 * site; asm goto does.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int by_asm(int n)
{
	int err = -EINVAL;

	__asm__ goto ("# %l[out]" : : "r" (n) : : out);
	err = work(n);
out:
	put(0);
	return err;
}
/* { dg-origin EINVAL by_asm line 13 } */

int computed(int n)
{
	static void *const labels[] = { &&good, &&bad };
	int err = -ENOMEM;

	goto *labels[n];
good:
	err = work(n);
bad:
	put(0);
	return err;
}

int __attribute__((returns_twice)) twice(void);

int after_twice(int n)
{
	if (twice())
		return -ENOENT;	/* { dg-origin ENOENT after_twice } */
	return work(n);
}
