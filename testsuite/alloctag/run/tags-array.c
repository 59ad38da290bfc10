/*
 * The tags of all units are one array without gaps, aligned as one tag is: every
 * entry is a tag with text in it, whatever the units were built with.
 */
/* { dg-do run } */
/* { dg-additional-sources "two-units-2.c" } */
#include <string.h>
#include "counter.h"

extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __stop_alloc_tags[];

void other_unit(void);

__allocator void *get(size_t n)
{
	return test_alloc(n);
}

int main(void)
{
	const struct alloc_tag *tag;
	unsigned int n = 0;

	char *p = test_alloc(1);
	int *q = test_alloc(2);
	other_unit();
	check((unsigned long)__start_alloc_tags % ALLOC_TAG_ALIGN == 0);
	for (tag = __start_alloc_tags; tag < __stop_alloc_tags; tag++) {
		size_t l = strlen(alloc_tag_file(tag));

		check(l > 2 && !strcmp(alloc_tag_file(tag) + l - 2, ".c"));
		check(alloc_tag_function(tag)[0]);
		check(alloc_tag_type(tag));
		check(tag->line > 0 && tag->line < 300);
		check(tag->flags <= CODE_TAG_UNTAGGED);
		n++;
	}
	check(n >= 3);
	check((const char *)__stop_alloc_tags - (const char *)__start_alloc_tags ==
	      (long)n * ALLOC_TAG_SIZE);
	check(p && q);
	return 0;
}
