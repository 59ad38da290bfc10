/*
 * Calls in the initializer of a tag variable are before it: they pass the tag of
 * their line, or that of an outer variable. So do calls in a loop, where the
 * variable of the last round is still in memory.
 */
/* { dg-do run } */
#include "counter.h"

struct table { const struct alloc_tag *tag; void *slots; };

static __attribute__((noinline)) __allocator struct table *make(size_t n)
{
	struct table *t = malloc(sizeof(*t));

	t->tag = alloc_tag_caller();
	t->slots = test_alloc(n);
	return t;
}

static __attribute__((noinline)) void dirty(void)
{
	volatile unsigned char stack[4000];
	size_t i;

	for (i = 0; i < sizeof(stack); i++)
		stack[i] = 0x41;
}

enum { in_loop = __LINE__ + 6, in_statement = __LINE__ + 12 };
static __attribute__((noinline)) void loop(int n)
{
	while (n--) {
		struct table *t;
		const struct alloc_tag *tag __allocator_tag =
			(t = make(10))->tag;

		test_alloc(1);
		{
			const struct alloc_tag *inner __allocator_tag = ({
				struct table *u;
				u = make(100);
				u->tag;
			});

			test_alloc(inner ? 1000 : 0);
		}
	}
}

int main(void)
{
	dirty();
	loop(3);
	/* make(), test_alloc(1), make() under "tag", test_alloc(1000). */
	check_site("loop", in_loop, NULL, 12, 3 * 1111);
	check(count_sites("loop") >= 1);
	return 0;
}
