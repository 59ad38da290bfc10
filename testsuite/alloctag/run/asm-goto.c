/*
 * asm goto next to marked calls, as with static keys: control flow and tags are
 * right on both branches.
 */
/* { dg-do run { target x86_64-*-* i?86-*-* } } */
#include "counter.h"

static inline __attribute__((always_inline)) int branch(void)
{
	asm goto("jmp %l[yes]" : : : : yes);
	return 0;
yes:
	return 1;
}

static __attribute__((noinline)) __allocator void *get(size_t n)
{
	void *p;

	if (branch())
		p = test_alloc(n + 1);
	else
		p = test_alloc(n);
	asm goto("" : : : "memory" : out);
	return p;
out:
	return NULL;
}

int main(void)
{
	enum { site = __LINE__ + 3 };
	char *p = NULL;
	if (branch())
		p = get(10);
	else
		p = test_alloc(99);

	check_site("main", site, "char", 1, 11);
	check(p);
	check(total_allocs() == 1);
	return 0;
}
