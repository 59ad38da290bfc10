/* Errors in conditional expressions, also of several lines. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int second(int n)
{
	return work(n) ? -EINVAL : 0;	/* { dg-origin EINVAL second } */
}

int third(int n)
{
	return work(n) ? 0 : -EPERM;	/* { dg-origin EPERM third } */
}

int both(int n)
{
	return work(n) ? -EPERM : -ENOENT;	/* { dg-origin EPERM both } */
}
/* { dg-origin ENOENT both line 18 } */

int lines(int n)
{
	return work(n) ?
		work(n + 1) :	/* { dg-origin EINVAL lines } */
		-EINVAL;
}

int result_or(int n)
{
	return work(n) ?: -ENOENT;	/* { dg-origin ENOENT result_or } */
}
