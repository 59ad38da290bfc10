/*
 * An allocator_tag variable is in effect from its declaration to the end of its
 * block: not before, not after, and an inner one hides an outer one.
 */
/* { dg-do run } */
#include "counter.h"

static volatile int one = 1;

int main(void)
{
	char *p[8];
	HERE(tag1); const struct alloc_tag *first = alloc_tag_here();
	HERE(tag2); const struct alloc_tag *second = alloc_tag_here();

	HERE(outside); p[0] = test_alloc(1);
	if (one) {
		HERE(before); p[1] = test_alloc(2);
		const struct alloc_tag *outer __allocator_tag = first;
		p[2] = test_alloc(4);
		if (one) {
			p[3] = test_alloc(8);
			const struct alloc_tag *inner __allocator_tag = second;
			p[4] = test_alloc(16);
		}
		p[5] = test_alloc(32);
		check_site("main", before, "char", 1, 2);
	}
	HERE(after); p[6] = test_alloc(64);

	check_site("main", outside, "char", 1, 1);
	check_site("main", after, "char", 1, 64);
	check_site("main", tag1, NULL, 3, 4 + 8 + 32);
	check_site("main", tag2, NULL, 1, 16);
	check(p[0]);
	return 0;
}
