/*
 * A marked function that returns a small structure, in registers; called with
 * a tag and through a pointer.
 */
/* { dg-do run } */
#include "counter.h"

struct slice {
	char *data;
	size_t length;
};

__attribute__((noinline)) __allocator struct slice get(size_t n)
{
	return (struct slice) { test_alloc(n), n };
}

struct slice (*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); struct slice s = get(10);

	check_site("main", site, NULL, 1, 10);
	check(s.data && s.length == 10);
	s = pointer(20);
	check_untagged("get", 1, 20);
	check(s.data && s.length == 20);
	return 0;
}
