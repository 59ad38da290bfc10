/*
 * An error that was set before counts where it becomes certain: at the goto.
 * What the variable is set to on the way has no site of its own.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int unwind(int n)
{
	int err = -ENOMEM;
	void *first, *second;

	first = get(n);
	if (!first)
		goto out;	/* { dg-origin ENOMEM unwind } */
	second = get(n + 1);
	if (!second)
		goto out_first;	/* { dg-origin ENOMEM unwind } */
	err = -EINVAL;
	if (n == 7)
		goto out_second;	/* { dg-origin EINVAL unwind } */
	err = work(n);
out_second:
	put(second);
out_first:
	put(first);
out:
	return err;
}

/* With no jump, it is the line that sets it. */
int falls(int n)
{
	int err = work(n);

	if (err > 3)
		err = -EINVAL;	/* { dg-origin EINVAL falls } */
	put(0);
	return err;
}

/* The loop ends without having found anything: it is its condition. */
int finds(int n)
{
	int err = -ENOENT;
	int i;

	for (i = 0; i < n; i++) {	/* { dg-origin ENOENT finds } */
		if (work(i)) {
			err = 0;
			break;
		}
	}
	put(0);
	return err;
}
