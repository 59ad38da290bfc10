/*
 * Calls through pointers carry no tag: they work, and are charged to the
 * allocator's own line, also where GCC knows the value of the pointer.
 */
/* { dg-do run } */
#include "counter.h"

static __attribute__((noinline)) __allocator void *get(size_t n)
{
	return test_alloc(n);
}

struct ops {
	void *(*alloc)(size_t);
};

static const struct ops constant_ops = { .alloc = get };
static struct ops ops = { .alloc = get };

int main(void)
{
	void *(*volatile unknown)(size_t) = get;
	void *(*known)(size_t) = get;
	char *p[4];

	p[0] = unknown(1);
	p[1] = known(2);
	p[2] = constant_ops.alloc(4);
	p[3] = ops.alloc(8);
	check_untagged("get", 4, 15);
	check_no_site("main");
	check(p[0] && p[1] && p[2] && p[3]);
	return 0;
}
