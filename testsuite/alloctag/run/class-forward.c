/*
 * A tag is forwarded within a class only. In a function of one class, a call of
 * a function of another class is a line of its own; a function between them that
 * is not marked ends forwarding, as always.
 */
/* { dg-do run } */
#include <stdio.h>
#include "counter.h"
#include "class.h"

static struct wait_tag *waited;

static __attribute__((noinline)) __wait void wait_slowly(void)
{
	waited = wait_caller();
}

/* Forwards its tag to wait_slowly(), and not to test_alloc(). */
static __attribute__((noinline)) __wait void *wait_and_alloc(void)
{
	HERE(in_wait);
	wait_slowly();
	void *object = test_alloc(8);

	check_site("wait_and_alloc", in_wait + 2, NULL, 1, 8);
	return object;
}

/* Forwards its tag to test_alloc(), and not to wait_slowly(). */
static __attribute__((noinline)) __allocator void *alloc_and_wait(void)
{
	HERE(in_alloc);
	wait_slowly();
	if (waited->line != in_alloc + 1)
		abort();
	return test_alloc(16);
}

int main(void)
{
	void *object;

	HERE(first); object = wait_and_alloc();
	if (waited->line != first)
		abort();
	test_free(object);
	HERE(second); object = alloc_and_wait();
	check_site("main", second, NULL, 1, 16);
	test_free(object);
	return 0;
}
