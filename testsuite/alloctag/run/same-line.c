/*
 * Several calls on one line have tags that differ in the column.
 */
/* { dg-do run } */
#include "counter.h"

extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __stop_alloc_tags[];

int main(void)
{
	const struct alloc_tag *tag;
	unsigned int n = 0, columns = 0;

	HERE(line); char *p = test_alloc(1), *q = test_alloc(2);

	for (tag = __start_alloc_tags; tag < __stop_alloc_tags; tag++)
		if (tag->line == line && !tag->flags) {
			n++;
			columns ^= tag->column;
		}
	check(n == 2);
	check(columns != 0);
	check(p && q);
	return 0;
}
