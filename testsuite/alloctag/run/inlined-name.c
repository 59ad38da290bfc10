/*
 * The function in a tag is the one in the source, also after it was inlined.
 * All inlined copies of a call share one tag.
 */
/* { dg-do run } */
#include "counter.h"

enum { line = __LINE__ + 3 };
static inline __attribute__((always_inline)) char *inlined(size_t n)
{
	return test_alloc(n);
}

static __attribute__((noinline)) char *user1(void) { return inlined(1); }
static __attribute__((noinline)) char *user2(void) { return inlined(2); }

int main(void)
{
	char *p = user1(), *q = user2(), *r = inlined(4);

	check_site("inlined", line, "char", 3, 7);
	check_no_site("user1");
	check_no_site("user2");
	check_no_site("main");
	check(p && q && r);
	return 0;
}
