/* return -ENAME; of a function is a site, with the line of the statement. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

int several(int value)
{
	if (value < 0)
		return -EINVAL;	/* { dg-origin EINVAL several } */
	if (value == 5)
		return -ENOENT;	/* { dg-origin ENOENT several } */
	return work(value);
}

/* The only thing that it returns. */
int always(void)
{
	return -ENOSYS;	/* { dg-origin ENOSYS always } */
}

/* A wider type, and an unsigned one. */
long wide(int value)
{
	return value ? work(value) : -ENOMEM;	/* { dg-origin ENOMEM wide } */
}

unsigned long area(unsigned long address)
{
	if (!address)
		return -EINVAL;	/* { dg-origin EINVAL area } */
	return address;
}
