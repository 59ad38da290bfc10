/*
 * Structures passed by value, in registers and in memory, arrive where the
 * callee expects them.
 */
/* { dg-do run } */
#include "counter.h"

struct small { int a; double b; };
struct large { long v[10]; };

__attribute__((noinline)) __allocator
void *get(struct small s, struct large l, struct small t)
{
	return test_alloc(s.a + s.b + l.v[9] + t.a + t.b);
}

void *(*volatile pointer)(struct small, struct large, struct small) = get;

int main(void)
{
	struct small s = { 1, 2.0 }, t = { 3, 4.0 };
	struct large l = { { [9] = 100 } };
	HERE(site); char *p = get(s, l, t);

	check_site("main", site, "char", 1, 110);
	l.v[9] = 200;
	char *q = pointer(s, l, t);
	check_untagged("get", 1, 210);
	check(p && q);
	return 0;
}
