/*
 * An allocator_tag variable may be assigned to: a call uses its current
 * value.
 */
/* { dg-do run } */
#include "counter.h"

int main(void)
{
	HERE(tag1); const struct alloc_tag *first = alloc_tag_here();
	HERE(tag2); const struct alloc_tag *second = alloc_tag_here();
	const struct alloc_tag *tag __allocator_tag = first;
	char *p[4];
	int i;

	for (i = 0; i < 3; i++) {
		p[i] = test_alloc(1 << i);
		tag = second;
	}
	check_site("main", tag1, NULL, 1, 1);
	check_site("main", tag2, NULL, 2, 6);
	check(p[0]);
	return 0;
}
