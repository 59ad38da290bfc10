/*
 * In a marked function that was called without a tag, alloc_tag_caller()
 * returns the untagged tag: not NULL, and with the flag CODE_TAG_UNTAGGED.
 */
/* { dg-do run } */
#include <string.h>
#include "counter.h"

static const struct alloc_tag *kept;

enum { remember_line = __LINE__ + 1 };
static __attribute__((noinline)) __allocator void remember(int unused)
{
	kept = alloc_tag_caller();
}

static void (*volatile pointer)(int) = remember;

int main(void)
{
	pointer(1);
	check(kept);
	check(kept->flags == CODE_TAG_UNTAGGED);
	check(!strcmp(alloc_tag_function(kept), "remember"));
	check(kept->line == remember_line);
	return 0;
}
