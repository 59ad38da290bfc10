/*
 * A variable that is an error until something is found, through several loops.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int again(int n)
{
	int err;

retry:
	err = -EAGAIN;
	if (work(n) == 2)
		goto out;	/* { dg-origin EAGAIN again } */
	err = work(n + 1);
	if (err == -EAGAIN)
		goto retry;
out:
	put(0);
	return err;
}

/* Only the last value of the loop is returned. */
int last(int n)
{
	int err = 0, i;

	for (i = 0; i < n; i++) {
		err = -EINVAL;
		if (work(i))	/* { dg-origin EINVAL last } */
			break;
		err = work(i + 1);
	}
	return err;
}
