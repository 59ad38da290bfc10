/* ERR_PTR(-ENAME): at the return, or where a pointer set before is returned. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

void *direct(int n)
{
	void *p = get(n);

	if (!p)
		return ERR_PTR(-ENOMEM);	/* { dg-origin ENOMEM direct } */
	if (work(n)) {
		put(p);
		return ERR_PTR(-EINVAL);	/* { dg-origin EINVAL direct } */
	}
	return p;
}

void *before(int n)
{
	void *found = ERR_PTR(-ENOENT);
	int i;

	for (i = 0; i < n; i++)	/* { dg-origin ENOENT before } */
		if (work(i)) {
			found = get(i);
			break;
		}
	put(0);
	return found;
}

void *through_variable(int n)
{
	void *p = get(n);
	long err = -ENOMEM;

	if (!p)
		goto bad;	/* { dg-origin ENOMEM through_variable } */
	if (work(n)) {
		err = -EINVAL;
		goto bad;	/* { dg-origin EINVAL through_variable } */
	}
	return p;
bad:
	put(p);
	return ERR_PTR(err);
}
