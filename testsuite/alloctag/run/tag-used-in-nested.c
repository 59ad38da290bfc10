/* A tag variable that a nested function uses is one for the outer function. */
/* { dg-do run } */
#include "counter.h"

static __attribute__((noinline)) __allocator const struct alloc_tag *mine(void)
{
	return alloc_tag_caller();
}

enum { own = __LINE__ + 12 };
static __attribute__((noinline)) void *grow(const struct alloc_tag *to)
{
	const struct alloc_tag *tag __allocator_tag = to;
	__attribute__((noinline)) void forget(void)
	{
		tag = NULL;
	}
	void *p = test_alloc(10);

	forget();
	test_free(p);
	return test_alloc(20);
}

int main(void)
{
	HERE(owner); const struct alloc_tag *tag = mine();

	check(grow(tag) != NULL);
	check_site("main", owner, NULL, 1, 0);
	check_site("grow", own, NULL, 1, 20);
	return 0;
}
