/* Statement expressions and nested functions. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int expression(int n)
{
	return ({
		int err = work(n);

		if (err > 5)
			err = -EINVAL;	/* { dg-origin EINVAL expression } */
		err;
	});
}

int outer(int n)
{
	int nested(int m)
	{
		if (m == n)
			return -ENOENT;	/* { dg-origin ENOENT nested } */
		return 0;
	}

	return work(n) ? nested(3) : nested(4);
}
