/*
 * A function that isn't marked can be assigned to a marked pointer, also by code
 * without the plugin. It ignores the tag: its calls have tags of their own.
 */
/* { dg-do run } */
/* { dg-additional-options "-Wno-attributes" } */
#include <stdio.h>
#include "counter.h"

struct operations {
	void *(*get)(size_t a, size_t b, size_t c, size_t d, size_t e, size_t f,
		     size_t g) __allocator;
};

enum { in_get = __LINE__ + 5 };

static __attribute__((noinline)) void *get(size_t a, size_t b, size_t c, size_t d,
					   size_t e, size_t f, size_t g)
{
	return test_alloc(a + b + c + d + e + f + g);
}

static struct operations operations = { get };

int main(void)
{
	void *p;

	HERE(call); p = operations.get(1, 2, 3, 4, 5, 6, 7);
	check_site("get", in_get, NULL, 1, 28);
	check_site("main", call, NULL, 0, 0);
	test_free(p);
	return 0;
}
