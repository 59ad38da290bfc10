/*
 * A class of tags that the source declares: the plugin fills the fields by
 * their names, whatever their order and types, and zeroes the others. The tags
 * are an array between two symbols, and can be written to.
 */
/* { dg-do run } */
#include <stdio.h>
#include <string.h>
#include "counter.h"
#include "class.h"

static __attribute__((noinline)) __wait void wait_for(int n)
{
	wait_caller()->waits += n;
}

static __attribute__((noinline)) void user(void)
{
	HERE(first); wait_for(1);
	HERE(second); wait_for(10); wait_for(100);
	struct wait_tag *tag;
	unsigned int count = 0;

	for (tag = __start_code_tags_wait; tag < __stop_code_tags_wait; tag++) {
		check(strstr(tag->file, "class-fields.c"));
		/* Without optimisation, thunks that nothing uses remain. */
		if (tag->flags)
			continue;
		check(!strcmp(tag->function, "user"));
		if (tag->line == first) {
			check(tag->waits == 1);
			check(tag->column == 15);
		} else {
			check(tag->line == second);
			check(tag->column == 16 ? tag->waits == 10 :
			      tag->column == 30 && tag->waits == 100);
		}
		count++;
	}
	check(count == 3);
}

int main(void)
{
	user();
	return 0;
}
