/*
 * alloc_tag_here() is a tag of the line that it is on, in marked and unmarked
 * functions, the same at each execution.
 */
/* { dg-do run } */
#include <string.h>
#include "counter.h"

static __attribute__((noinline)) const struct alloc_tag *plain(void)
{
	return alloc_tag_here();
}

static __attribute__((noinline)) __allocator const struct alloc_tag *marked(int n)
{
	return alloc_tag_here();
}

int main(void)
{
	HERE(site); const struct alloc_tag *tag = alloc_tag_here();

	check(tag->line == site && !strcmp(alloc_tag_function(tag), "main"));
	check(!strcmp(alloc_tag_file(tag), __FILE__) && tag->flags == 0);
	check(plain() == plain());
	check(!strcmp(alloc_tag_function(plain()), "plain"));
	check(marked(1) == marked(2));
	check(!strcmp(alloc_tag_function(marked(1)), "marked"));
	check(plain() != tag && marked(1) != tag);
	test_charge(plain(), 5);
	return 0;
}
