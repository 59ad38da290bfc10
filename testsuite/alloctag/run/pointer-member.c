/*
 * A member with the attribute: what is stored there is the variant, and calls
 * through it pass the tag of their line. So do marked functions that call
 * through it, with the tag of their caller.
 */
/* { dg-do run } */
#include <stdio.h>
#include "counter.h"

struct operations {
	int n;
	void *(*get)(size_t size) __allocator;
	void *(*get_two[2])(size_t size, int n) __allocator;
};

static __attribute__((noinline)) __allocator void *get(size_t size)
{
	return test_alloc(size);
}

static __attribute__((noinline)) __allocator void *other(size_t size)
{
	return test_alloc(size + 1);
}

static __attribute__((noinline)) __allocator void *get_n(size_t size, int n)
{
	return test_alloc(size * n);
}

/* In an initializer of static storage, in an array, and in a local variable. */
static const struct operations constant = { .get = get, .get_two = { get_n, get_n } };
static struct operations variable = { 1, get };

static __attribute__((noinline)) void assign(struct operations *o, int n)
{
	o->get = n ? get : other;
	o->get_two[n] = get_n;
}

static __attribute__((noinline)) __allocator void *forward(const struct operations *o)
{
	return o->get(16);
}

static __attribute__((noinline)) void *call(const struct operations *o, int n)
{
	HERE(one); char *p = o->get(8);
	check_site("call", one, "char", n, 8);
	test_free(p);
	HERE(two); p = o->get_two[1](8, 3);
	check_site("call", two, "char", n, 24);
	test_free(p);
	return NULL;
}

int main(void)
{
	struct operations local = { .get = get };
	void *p;

	call(&constant, 1);
	assign(&variable, 1);
	call(&variable, 2);
	HERE(site); p = forward(&variable);
	check_site("main", site, NULL, 1, 16);
	test_free(p);
	assign(&local, 0);
	HERE(local_site); p = local.get(1);
	check_site("main", local_site, NULL, 1, 2);
	test_free(p);
	/* The pointer can be compared with a function. */
	if (variable.get != get || variable.get == other || local.get != other)
		abort();
	local.get = NULL;
	if (local.get)
		abort();
	check_no_site("get");
	return 0;
}
