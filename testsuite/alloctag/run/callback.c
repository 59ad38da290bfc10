/*
 * Callbacks that GCC may inline where they are called, with their thunks:
 * static and global, passed as arguments and stored in constants. Their
 * allocations are charged to the untagged tag all the same.
 */
/* { dg-do run } */
#include "counter.h"

static __allocator void *plain(int n)
{
	return test_alloc(n);
}

__allocator void *global(int n)
{
	return test_alloc(n);
}

static inline __allocator void *hinted(int n)
{
	return test_alloc(n + 1);
}

struct operations {
	void *(*get)(int n);
};

static const struct operations operations = { plain };
static const struct operations *selected = &operations;

static inline __attribute__((always_inline)) void
call(void *(*function)(int), int n)
{
	int i;

	for (i = 0; i < 3; i++)
		test_free(function(n));
}

static void call_often(void *(*function)(int), int n)
{
	int i;

	for (i = 0; i < n; i++)
		test_free(function(n));
}

int main(void)
{
	call(plain, 10);
	call(global, 10);
	call(hinted, 10);
	call_often(plain, 4);
	call_often(global, 5);
	test_free(operations.get(1));
	test_free(selected->get(1));
	check_untagged("plain", 9, 0);
	check_untagged("global", 8, 0);
	check_untagged("hinted", 3, 0);
	HERE(site); test_free(global(2));
	check_site("main", site, NULL, 1, 0);
	check(total_allocs() == 21);
	return 0;
}
