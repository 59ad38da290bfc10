/*
 * An initializer that is the value of a constant struct has the variant, as the
 * struct itself does.
 */
/* { dg-do run } */
#include <stdio.h>
#include "counter.h"

struct operations { void *(*get)(size_t size) __allocator; };
struct outer { int n; struct operations one; struct operations two[2]; };

static __attribute__((noinline)) __allocator void *get(size_t size)
{
	return test_alloc(size);
}

static const struct operations constant = { get };
static struct outer outer = { 1, constant, { constant, (struct operations){ get } } };

int main(void)
{
	void *p;

	HERE(one); p = outer.one.get(1);
	check_site("main", one, NULL, 1, 1);
	test_free(p);
	HERE(two); p = outer.two[0].get(2);
	check_site("main", two, NULL, 1, 2);
	test_free(p);
	HERE(three); p = outer.two[1].get(3);
	check_site("main", three, NULL, 1, 3);
	test_free(p);
	return 0;
}
