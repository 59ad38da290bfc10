/* A number is an error only if the source gives it a name. */
/* { dg-do compile } */
/* { dg-plugin error } */
/* { dg-origin none } */
#include "errno.h"

#define ELEVEN_MORE	-22
#define EDGE(x)		(x)
#define ELARGE		4096

int coordinate(int n)
{
	if (n == 1)
		return -22 /* as -EINVAL */;
	if (n)
		return -22; /* as -EINVAL, "EINVAL" */
	return work(n);
}

int of_another_value(int n)
{
	return n ? -1 : EINVAL;
}

int positive(int n)
{
	return n ? EINVAL : work(n);
}

int call_of_macro(int n)
{
	if (n)
		return EDGE(-22);
	return 0;
}

/* It compares, and returns no error. */
int compares(int n)
{
	return work(n) == -EINVAL;
}

signed char narrow(int n)
{
	return n ? -EINVAL : 0;
}

/* ERR_PTR() could not tell it from an address. */
int too_large(int n)
{
	return n ? -ELARGE : 0;
}
