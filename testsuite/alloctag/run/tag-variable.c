/*
 * allocator_tag on a local variable: calls after its declaration, in its scope,
 * are charged to the tag that it holds.
 */
/* { dg-do run } */
#include "counter.h"

struct table {
	const struct alloc_tag *tag;
	char *slots;
};

static __attribute__((noinline)) __allocator void init(struct table *t)
{
	t->tag = alloc_tag_caller();
	t->slots = test_alloc(10);
}

static __attribute__((noinline)) void grow(struct table *t)
{
	const struct alloc_tag *tag __allocator_tag = t->tag;

	test_free(t->slots);
	t->slots = test_alloc(100);
}

int main(void)
{
	struct table a, b;

	HERE(make_a); init(&a);
	HERE(make_b); init(&b);
	grow(&a);
	grow(&a);
	check_site("main", make_a, NULL, 3, 100);
	check_site("main", make_b, NULL, 1, 10);
	grow(&b);
	check_site("main", make_b, NULL, 2, 100);
	check(total_allocs() == 5);
	return 0;
}
