/* The sites of an inline function are in each copy, with its own name. */
/* { dg-do compile } */
/* { dg-plugin error } */
/* { dg-final { scan-assembler-times "error_origins" 3 } } */
#include "errno.h"

static inline __attribute__((always_inline)) int check(int n)
{
	if (n < 0)
		return -EINVAL;	/* { dg-origin EINVAL check } */
	return 0;
}

int first(int n)
{
	return check(n) ? 1 : work(n);
}

int second(int n)
{
	int err = check(n);

	if (err)
		return err;
	if (work(n))
		return -ENOENT;	/* { dg-origin ENOENT second } */
	return 0;
}
