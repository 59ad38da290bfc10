/*
 * A marked function that returns a large structure, in memory whose address is
 * a hidden argument of its own; called with a tag and through a pointer.
 */
/* { dg-do run } */
#include "counter.h"

struct large {
	char *p;
	long filler[20];
};

__attribute__((noinline)) __allocator struct large get(size_t n)
{
	struct large l = { test_alloc(n) };

	l.filler[19] = n;
	return l;
}

static __attribute__((noinline)) __allocator struct large forward(size_t n)
{
	return get(n + 1);
}

struct large (*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); struct large l = get(10);

	check_site("main", site, NULL, 1, 10);
	check(l.p && l.filler[19] == 10);
	HERE(site2); l = forward(20);
	check_site("main", site2, NULL, 1, 21);
	check(l.p && l.filler[19] == 21);
	l = pointer(30);
	check_untagged("get", 1, 30);
	check(l.p && l.filler[19] == 30);
	return 0;
}
