/*
 * A function that returns a pointer stores an error, and decides then: only the
 * paths that return NULL have sites, each where it is certain.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

void fatal(void) __attribute__((noreturn));

/* As sockfd_lookup_light() of Linux 6.1. */
void *looked_up(void *file, int *err, int *flags)
{
	void *sock;

	*err = -ENOENT;
	if (file) {		/* { dg-origin ENOENT looked_up } */
		sock = get(1);
		if (sock) {
			*flags = 1;
			return sock;
		}
		*err = -EINVAL;	/* { dg-origin EINVAL looked_up } */
		put(file);
	}
	return 0;
}

/* Nothing replaces the error if all is well. */
void *left_there(int n, int *err)
{
	void *p;

	*err = -EINVAL;
	p = get(n);
	if (!p)			/* { dg-origin EINVAL left_there } */
		return 0;
	return p;
}

/* The pointer itself is returned: it is NULL here, or not. */
void *returned_itself(int n, int *err)
{
	void *p = get(n);

	if (!p) {
		*err = -ENOMEM;	/* { dg-origin ENOMEM returned_itself } */
		if (n)
			put(&n);
		goto out;
	}
	put(p);
out:
	return p;
}

/* Nobody knows what get() returns. */
void *unknown(int n, int *err)
{
	*err = -EINVAL;
	return get(n);
}

/* Decided, though not by NULL: as bpf_prog_select_runtime(). */
void *not_by_null(int n, int *err)
{
	void *p = get(n);

	if (n && work(n)) {
		*err = -EINVAL;	/* { dg-origin EINVAL not_by_null } */
		return p;
	}
	*err = work(n);
	return p;
}

/* Several ways to fail after one store. */
void *several(int n, int *err)
{
	void *p, *q = 0;

	*err = -ENOMEM;
	p = get(n);
	if (!p)			/* { dg-origin ENOMEM several } */
		goto out;
	q = get(n + 1);
	if (!q)			/* { dg-origin ENOMEM several } */
		put(p);
out:
	put(0);
	return q;
}

/* Tried again, the pointer is another one. */
void *again(int n, int *err)
{
	void *p;

	for (;;) {
		p = get(n);
		if (p)
			return p;
		*err = -EAGAIN;
		if (!work(n))	/* { dg-origin EAGAIN again } */
			return p;
	}
}

/* A path that doesn't return is not one with an error. */
void *dies(int n, int *err)
{
	void *p;

	*err = -ENOMEM;
	p = get(n);
	if (!p)
		fatal();
	return p;
}

/* On one of the two ways to the return, it may be another error. */
void *set_by_other(int n, int *err)
{
	*err = -EINVAL;
	if (n)			/* { dg-origin EINVAL set_by_other } */
		fill(err, n);
	put(0);
	return 0;
}

/* What an integer says isn't known. */
int integer(int n, int *err)
{
	*err = -EINVAL;		/* { dg-origin EINVAL integer } */
	return work(n);
}
