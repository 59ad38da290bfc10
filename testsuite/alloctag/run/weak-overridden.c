/*
 * A weak marked function that an object without the plugin overrides: tagged
 * calls reach the overriding function. What is not overridden is called with
 * its tag.
 */
/* { dg-do run } */
/* { dg-unmarked-sources "argument-fallback-plain-2.c" } */
#include "counter.h"

struct large { long v[8]; };
struct small { int v[2]; };

#define WEAK __attribute__((weak)) __allocator

WEAK int plain(int n) { return n; }
WEAK double many(int a, double b, int c, int d, int e, int f, int g, long h, char i, float j)
{
	return 0;
}
WEAK struct large large(int n) { struct large l = { { 0 } }; return l; }
WEAK struct small small(struct large s) { struct small r = { { 0 } }; return r; }
WEAK __attribute__((pure)) int pure_plain(int n) { return n; }
WEAK void none(void) { abort(); }
WEAK int same(int n) { return n; }
WEAK void *kept(size_t n) { return test_alloc(n); }
WEAK __attribute__((noreturn)) void leave(int n) { abort(); }

int main(void)
{
	struct large l = large(4);

	check(plain(1) == 2);
	check(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
	check(l.v[0] == 4 && l.v[7] == 11);
	check(small(l).v[1] == 11);
	check(pure_plain(3) == 9);
	none();
	check(same(5) == 5);
	HERE(line); char *p = kept(10);
	check_site("main", line, NULL, 1, 10);
	check(p != NULL);
	leave(0);
}
