/*
 * An error that may not be returned after all has no site: the path on which
 * another value takes its place would have one, too.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

/* The loop begins with the error; what is found replaces it. */
int first_of_loop(int n)
{
	int err = -ENOENT;

	for (;;) {
		if (work(n))
			err = work(n + 1);
		if (!work(n) || err != -ENOENT)
			return err;
	}
}

/* The error is the value before the loop, if that doesn't run. */
int last_of_loop(int n)
{
	int err = -EINVAL;
	int i;

	for (i = 0; i < n; i++) {
		err = work(i);
		if (err)
			break;
	}
	return err;
}

/* What is tested after the error was set is known for this error. */
int tested(int n)
{
	int err;

again:
	err = work(n);
	if (err)
		goto out;
	if (n == 3) {
		err = -EINVAL;
		goto out;	/* { dg-origin EINVAL tested } */
	}
	if (n == 4) {
		err = -EAGAIN;
		goto out;
	}
out:
	if (err == -EAGAIN)
		goto again;
	if (err < 0 && n != 7)
		put(0);
	return err;
}

/* Also in conditions that GCC makes of several, and with hints. */
int expected(int n)
{
	int err = work(n);

	if (n == 5) {
		err = -EPERM;
		goto out;	/* { dg-origin EPERM expected } */
	}
out:
	if (__builtin_expect(!!(err == -EAGAIN || err == -ENOENT), 0))
		return 0;
	if (err == -EINVAL && n)
		err = 7;
	return err;
}

/* One side of a || that is true decides it, whatever the other is. */
int either(int n)
{
	int err = work(n);

	if (n == 5) {
		err = -EPERM;
		goto out;	/* { dg-origin EPERM either } */
	}
	if (n == 6) {
		err = -ENOENT;
		goto out;
	}
out:
	if (!__builtin_expect(!!(err == -EPERM || n == 7), 0))
		return 0;
	return err;
}

int either_second(int n)
{
	int err = work(n);

	if (n == 5) {
		err = -EPERM;
		goto out;	/* { dg-origin EPERM either_second } */
	}
out:
	if (!__builtin_expect(!!(n == 7 || err == -EPERM), 0))
		return 0;
	return err;
}

/* A pointer is asked what it is. */
void *is_error(int n)
{
	void *p = get(n);

	if (!p)
		p = ERR_PTR(-ENOMEM);	/* { dg-origin ENOMEM is_error } */
	if (!IS_ERR(p) && work(n))
		p = get(n + 1);
	return p;
}

/* A translated error is a new one. */
int translated(int n)
{
	int err = work(n);

	if (n == 1)
		err = -ENOMEM;
	if (err == -ENOMEM)
		err = -EAGAIN;	/* { dg-origin EAGAIN translated } */
	put(0);
	return err;
}
