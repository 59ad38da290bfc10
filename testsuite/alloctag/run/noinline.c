/*
 * A noinline function gets the tag in an argument, also from a loop where GCC
 * might clone the function for its constants.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((noinline)) __allocator static void *get(size_t n, int flags)
{
	return test_alloc(flags ? n * 2 : n);
}

int main(void)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		HERE(one); test_free(get(8, 0));
		HERE(two); test_free(get(8, 1));
		check_site("main", one, NULL, i + 1, 0);
		check_site("main", two, NULL, i + 1, 0);
	}
	return 0;
}
