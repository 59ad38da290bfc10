/*
 * Many functions end with the smaller of a value and 0. An error is that value,
 * so it is returned; of the larger one, it is not.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int minimum(int n)
{
	int err;

	if (n > 3)
		err = -ENOSYS;	/* { dg-origin ENOSYS minimum } */
	else
		err = work(n);
	return err < 0 ? err : 0;
}

int reversed(int n)
{
	int err = 0;

	if (n > 3) {
		err = -EPERM;
		goto out;	/* { dg-origin EPERM reversed } */
	}
	err = work(n);
out:
	return err > 0 ? 0 : err;
}

int at_most(int n)
{
	int err;

	if (n > 3)
		err = -EINVAL;	/* { dg-origin EINVAL at_most } */
	else
		err = work(n);
	return err < 7 ? err : 7;
}

int maximum(int n)
{
	int err;

	if (n > 3)
		err = -ENOSYS;
	else
		err = work(n);
	return err > 0 ? err : 0;
}
