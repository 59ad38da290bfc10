/*
 * Marked pointers in variables, parameters, results, and types with a name: they
 * are assigned, passed and returned as others. The type of the object is known
 * as in direct calls, also by the argument of the attribute.
 */
/* { dg-do run } */
#include <stdio.h>
#include "counter.h"

struct thing { char text[10]; };

typedef void *(*get_fn)(size_t size) __allocator;
typedef int (*fill_fn)(void **p) __attribute__((allocator("struct thing")));

static __attribute__((noinline)) __allocator void *get(size_t size)
{
	return test_alloc(size);
}

static __attribute__((noinline)) __allocator int fill(void **p)
{
	*p = test_alloc(10);
	return 0;
}

static void *(*volatile global)(size_t size) __allocator = get;

static __attribute__((noinline)) void *user(void *(*alloc)(size_t) __allocator)
{
	HERE(site); struct thing *p = alloc(sizeof(*p));

	check_site("user", site, "struct thing", 1, 10);
	return p;
}

static __attribute__((noinline)) get_fn choose(int n)
{
	return n ? get : NULL;
}

int main(void)
{
	get_fn local = choose(1), none = choose(0);
	fill_fn filler = fill;
	void *p;

	test_free(user(local));
	if (none || !local)
		abort();
	HERE(through_global); p = global(3);
	check_site("main", through_global, NULL, 1, 3);
	test_free(p);
	HERE(filled); filler(&p);
	check_site("main", filled, "struct thing", 1, 10);
	test_free(p);
	HERE(chosen); p = choose(1)(5);
	check_site("main", chosen, NULL, 1, 5);
	test_free(p);
	return 0;
}
