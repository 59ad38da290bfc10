/* Errors in a switch: the line of the break, if there is one. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int choose(int n)
{
	int err;

	switch (n) {
	case 1:
		err = -ENOENT;
		break;		/* { dg-origin ENOENT choose } */
	case 2:
		err = work(n);
		break;
	case 3:
		return -EPERM;	/* { dg-origin EPERM choose } */
	default:
		err = -EINVAL;	/* { dg-origin EINVAL choose } */
	}
	put(0);
	return err;
}
