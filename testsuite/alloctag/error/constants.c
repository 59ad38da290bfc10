/*
 * A constant that was declared with an error is named by that error, and so is
 * the statement that has it. One that was declared with a number is not.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

enum result { DONE, BROKEN = -ENOSYS, UNKNOWN = -1, MISSING = -ENOENT };
static const int refused = -EPERM, number = -2;

int enumerator(int n)
{
	return n ? BROKEN : work(n);	/* { dg-origin ENOSYS enumerator } */
}

enum result of_enum(int n)
{
	if (n > 3)
		return MISSING;		/* { dg-origin ENOENT of_enum } */
	return n ? UNKNOWN : DONE;
}

int variable(int n)
{
	return n ? refused : work(n);	/* { dg-origin EPERM variable } */
}

int local(int n)
{
	const int error = -EINVAL;

	return n ? error : work(n);	/* { dg-origin EINVAL local } */
}

int of_number(int n)
{
	return n ? number : work(n);
}

/* Of several constants with one name and value, one names the error. */
int number_before(int n)
{
	const int same = -22;

	return work(n + same);
}

int between_numbers(int n)
{
	const int same = -EINVAL;

	return n ? same : work(n);	/* { dg-origin EINVAL between_numbers } */
}

int number_after(int n)
{
	const int same = -22;

	return work(n + same);
}
