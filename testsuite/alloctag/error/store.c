/* *err = -ENAME, if nothing replaces it; and variables in memory. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

void *to_caller(int n, int *err)
{
	void *p = get(n);

	if (!p) {
		*err = -ENOMEM;	/* { dg-origin ENOMEM to_caller } */
		put(p);
		return 0;
	}
	*err = 0;
	return p;
}

/* The first store is on the path without an error, too: not a site. */
void *replaced(int n, int *err)
{
	void *p;

	*err = -ENOMEM;
	p = get(n);
	if (!p)			/* { dg-origin ENOMEM replaced } */
		return 0;
	*err = 0;
	return p;
}

/* Another function may set it. */
void given(int n, int *err)
{
	*err = -ENOMEM;
	fill(err, n);
}

int in_memory(int n)
{
	int err;

	if (n) {
		err = -EINVAL;	/* { dg-origin EINVAL in_memory } */
		goto out;
	}
	fill(&err, n);
out:
	put(0);
	return err;
}

int in_memory_before(int n)
{
	int err = -ENOMEM;

	fill(&err, n);
	return err;
}
