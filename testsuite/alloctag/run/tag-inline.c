/*
 * Scopes of allocator_tag variables are those in the source, also after the
 * function with the variable was inlined into another that allocates.
 */
/* { dg-do run } */
#include "counter.h"

static inline __attribute__((always_inline))
char *get_for(const struct alloc_tag *given, size_t n)
{
	const struct alloc_tag *tag __allocator_tag = given;

	return test_alloc(n);
}

int main(void)
{
	HERE(tag1); const struct alloc_tag *first = alloc_tag_here();
	HERE(before); char *p = test_alloc(1);
	char *q = get_for(first, 2);
	HERE(after); char *r = test_alloc(4);

	check_site("main", before, "char", 1, 1);
	check_site("main", tag1, NULL, 1, 2);
	check_site("main", after, "char", 1, 4);
	check(p && q && r);
	return 0;
}
