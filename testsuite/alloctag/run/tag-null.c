/*
 * An allocator_tag variable that is NULL: the call is charged to its own line.
 */
/* { dg-do run } */
#include "counter.h"

enum { own_line = __LINE__ + 4 };
static __attribute__((noinline))
char *get_for(const struct alloc_tag *tag __allocator_tag, size_t n)
{
	return test_alloc(n);
}

int main(void)
{
	HERE(here); const struct alloc_tag *tag = alloc_tag_here();
	char *p = get_for(NULL, 10);
	char *q = get_for(tag, 20);

	check_site("get_for", own_line, NULL, 1, 10);
	check_site("main", here, NULL, 1, 20);
	check(p && q);
	return 0;
}
