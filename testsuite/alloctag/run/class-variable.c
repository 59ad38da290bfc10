/*
 * A tag variable passes its tag to functions of its class, and not to those of
 * others. NULL in it means a tag of the line.
 */
/* { dg-do run } */
#include <stdio.h>
#include "counter.h"
#include "class.h"

static struct wait_tag *waited;

static __attribute__((noinline)) __wait void wait_for(void)
{
	waited = wait_caller();
}

int main(void)
{
	HERE(kept); struct wait_tag *tag = wait_here();
	struct wait_tag *passed __attribute__((code_tag_variable)) = tag;

	wait_for();
	if (waited != tag || tag->line != kept)
		abort();
	HERE(alloc); void *object = test_alloc(8);
	check_site("main", alloc, NULL, 1, 8);
	test_free(object);
	passed = NULL;
	HERE(none); wait_for();
	if (waited == tag || waited->line != none)
		abort();
	return 0;
}
