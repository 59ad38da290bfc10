/*
 * The attribute on a declaration that is not the first, even after the
 * definition: all calls in the unit are tagged.
 */
/* { dg-do run } */
#include "counter.h"

void *late(size_t n);

enum { before_line = __LINE__ + 3 };
static char *before(void)
{
	return late(1);
}

void *late(size_t n) __allocator;
void *late(size_t n)
{
	return test_alloc(n);
}

void *later(size_t n)
{
	return test_alloc(n);
}
void *later(size_t n) __allocator;

int main(void)
{
	char *p = before();
	HERE(after); char *q = late(2);
	HERE(third); char *r = later(3);

	check_site("before", before_line, "char", 1, 1);
	check_site("main", after, "char", 1, 2);
	check_site("main", third, "char", 1, 3);
	check_no_site("late");
	check_no_site("later");
	check(p && q && r);
	return 0;
}
