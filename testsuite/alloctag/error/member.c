/*
 * A member of a local structure is a variable as others are: of a compound
 * literal, or of a variable with a name. What is written to another member
 * replaces nothing, what is written to the whole structure does.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

struct outcome {
	long count;
	int error;
};

union number {
	int error;
	unsigned char bytes[4];
};

void complete(struct outcome *outcome);

int literal(int n)
{
	if (n)
		return (struct outcome){ 1, -EPERM }.error;	/* { dg-origin EPERM literal } */
	return work(n);
}

int named(int n)
{
	struct outcome outcome = { 0, 0 };

	if (n)
		outcome.error = -ENOENT;	/* { dg-origin ENOENT named } */
	else
		outcome.error = work(n);
	outcome.count = 7;
	return outcome.error;
}

int replaced(int n)
{
	struct outcome outcome = { 0, -EINVAL };

	if (n) {
		struct outcome other = { work(n), work(n + 1) };

		outcome = other;
	}
	return outcome.error;
}

int given_away(int n)
{
	struct outcome outcome = { n, -EINVAL };

	complete(&outcome);
	return outcome.error;
}

int overlapping(int n)
{
	union number number;

	number.error = -EINVAL;
	number.bytes[0] = n;
	return number.error;
}
