/*
 * Notes that became calls: each error has one, with its function, and no path
 * without an error does. Registers and results are as without.
 */
/* { dg-do run } */
/* { dg-plugin error } */
/* { dg-unmarked-sources "recorder-2.c" } */
#include "recorder.h"

static int check(int n)
{
	if (n > 100)
		return -EINVAL;
	return n;
}

static long total;

/* Many values are live at the notes. */
__attribute__((noinline)) static long sum(long a, long b, long c, long d, long e, long f)
{
	long x = a * b, y = c * d, z = e * f, err = 0;

	if (a == 1)
		err = -EPERM;
	else if (b == 1)
		err = -ENOENT;
	total = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * x + 8 * y + 9 * z;
	return err;
}

__attribute__((noinline)) static int unwind(int n)
{
	int err = -ENOMEM;
	void *first, *second;

	first = get(n);
	if (!first)
		goto out;
	second = get(n - 1);
	if (!second)
		goto out_first;
	err = -EINVAL;
	if (n == 7)
		goto out_second;
	err = work(n);
out_second:
	put(second);
out_first:
	put(first);
out:
	return err;
}

__attribute__((noinline)) static void *pointer(int n)
{
	if (!get(n))
		return ERR_PTR(-ENOMEM);
	return get(n);
}

__attribute__((noinline)) static int outer(int n)
{
	int err = check(n);

	if (err < 0)
		return err;
	return n == 3 ? -ENOSYS : 0;
}

__attribute__((noinline)) static void store(int n, int *err)
{
	*err = n;
	if (work(n) == 4)
		*err = -EAGAIN;
}

int main(void)
{
	int err;

	record_errors();

	check_origin(sum(1, 2, 3, 4, 5, 6), "sum");
	if (total != 471)
		return 1;
	check_origin(sum(2, 1, 3, 4, 5, 6), "sum");
	if (total != 470)
		return 1;
	check_origin(sum(6, 5, 4, 3, 2, 7), "");
	if (total != 524)
		return 1;

	check_origin(unwind(0), "unwind");
	check_origin(unwind(1), "unwind");
	check_origin(unwind(7), "unwind");
	check_origin(unwind(5), "");

	check_origin(PTR_ERR(pointer(0)), "pointer");
	check_origin(PTR_ERR(pointer(1)), "");

	check_origin(outer(101), "check");
	check_origin(outer(3), "outer");
	check_origin(outer(2), "");

	store(4, &err);
	check_origin(err, "store");
	store(5, &err);
	check_origin(err, "");
	return 0;
}
