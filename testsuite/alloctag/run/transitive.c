/*
 * A marked function that calls a marked one passes on its caller's tag, through
 * any number of levels; nothing is charged to the levels in between.
 */
/* { dg-do run } */
#include "counter.h"

void *level1(size_t n) __allocator;
void *level2(size_t n, int times) __allocator;
void *level3(size_t n) __allocator;

void *level1(size_t n)
{
	return test_alloc(n);
}

void *level2(size_t n, int times)
{
	return times ? level1(n * times) : NULL;
}

void *level3(size_t n)
{
	char *p = level2(n, 2);

	p[0] = 1;
	return p;
}

int main(void)
{
	HERE(one); char *p = level1(1);
	HERE(two); char *q = level2(10, 2);
	HERE(three); char *r = level3(100);

	check_site("main", one, "char", 1, 1);
	check_site("main", two, "char", 1, 20);
	check_site("main", three, "char", 1, 200);
	check_no_site("level1");
	check_no_site("level2");
	check_no_site("level3");
	test_free(p);
	test_free(q);
	test_free(r);
	check_site("main", three, "char", 1, 0);
	return 0;
}
