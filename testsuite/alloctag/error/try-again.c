/*
 * Functions of the VFS try again, if the lookup was stale or a lease had to be
 * broken. Which errors do not, is known.
 */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

struct inode;

int vfs_unlink(int number, struct inode **delegated);
int vfs_rename(void *arguments);

static inline int break_deleg_wait(struct inode **delegated)
{
	int err = work(0);

	*delegated = 0;
	return err;
}

static inline int retry_estale(const long err, unsigned int flags)
{
	return err == -116 && !(flags & 4);
}

/* Another error does. */
int stale(int n)
{
	unsigned int flags = 0;
	int err;

retry:
	err = work(n);
	if (err)
		goto out;
	if (n == 3) {
		err = -ENOENT;
		goto out;		/* { dg-origin ENOENT stale } */
	}
	if (n == 4) {
		err = -ESTALE;
		goto out;
	}
out:
	if (retry_estale(err, flags)) {
		flags |= 4;
		goto retry;
	}
	put(0);
	return err;
}

/* The lease is that of a file that exists. */
int leased(int n)
{
	struct inode *delegated = 0;
	int err;

retry:
	err = work(n);
	if (err)
		goto out;
	if (n == 3) {
		err = -ENOENT;
		goto out;		/* { dg-origin ENOENT leased } */
	}
	err = vfs_unlink(n, &delegated);
	if (n == 5) {
		err = -EISDIR;		/* After the call, it may have one. */
		goto out;
	}
out:
	if (delegated) {
		err = break_deleg_wait(&delegated);
		if (!err)
			goto retry;
	}
	return err;
}

/* It may get one on the way. */
int leased_later(int n)
{
	struct inode *delegated = 0;
	int err;

	if (n == 3) {
		err = -ENOENT;
		goto out;
	}
	err = work(n);
out:
	vfs_unlink(n, &delegated);
	if (delegated)
		return break_deleg_wait(&delegated);
	return err;
}

/* What was in it before the error is not what is in it now. */
int leased_once(int n)
{
	struct inode *delegated = 0;
	struct inode *was;
	int err = vfs_unlink(n, &delegated);

	was = delegated;
	delegated = 0;
	if (n == 3) {
		err = -ENOENT;
		goto out;
	}
	err = work(n);
out:
	if (was)
		return work(n + 1);
	return err;
}

/* NULL is no error. */
int leased_or_error(int n)
{
	struct inode *delegated = 0;
	int err;

	if (n == 3) {
		err = -ENOENT;
		goto out;
	}
	err = vfs_unlink(n, &delegated);
out:
	if (IS_ERR(delegated))
		return err;
	return work(n);
}

/* But it is what this asks for. */
int leased_or_null(int n)
{
	struct inode *delegated = 0;
	int err;

	if (n == 3) {
		err = -ENOENT;
		goto out;		/* { dg-origin ENOENT leased_or_null } */
	}
	err = vfs_unlink(n, &delegated);
out:
	if (!IS_ERR_OR_NULL(delegated))
		return work(n);
	return err;
}

/* It is written to as WRITE_ONCE() does. */
int leased_once_written(int n, struct inode *inode)
{
	struct inode *delegated = 0;
	int err;

	*(struct inode *volatile *)&delegated = inode;
	if (n == 3) {
		err = -ENOENT;
		goto out;
	}
	err = vfs_unlink(n, &delegated);
out:
	if (delegated)
		return work(n);
	return err;
}

/* Another variable that is NULL may become something else. */
int leased_and_freed(int n)
{
	struct inode *delegated = 0;
	struct inode *other = 0;
	int err;

	if (n == 3) {
		err = -ENOENT;
		goto out;		/* { dg-origin ENOENT leased_and_freed } */
	}
	err = vfs_unlink(n, &delegated);
out:
	vfs_unlink(n, &other);
	if (delegated)
		return work(n);
	return err;
}

/* Or it has one from before, because nothing has broken that. */
int leased_before(int n)
{
	struct inode *delegated = 0;
	int err;

retry:
	if (work(n)) {
		err = -ENOENT;
		goto out;
	}
	err = vfs_unlink(n, &delegated);
	if (err)
		goto retry;
out:
	if (delegated) {
		err = break_deleg_wait(&delegated);
		if (!err)
			goto retry;
	}
	return err;
}

/* Calls may write to it through a structure. */
int stored(int n)
{
	struct inode *delegated = 0;
	struct { struct inode **delegated; } arguments = { &delegated };
	int err;

retry:
	if (n == 3) {
		err = -ENOENT;
		goto out;
	}
	err = vfs_rename(&arguments);
out:
	if (delegated) {
		err = break_deleg_wait(&delegated);
		if (!err)
			goto retry;
	}
	return err;
}
