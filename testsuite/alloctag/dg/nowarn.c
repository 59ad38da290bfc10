/* The plugin causes no additional warnings. */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -Wextra -Wundef -Wshadow -Wmissing-prototypes -Wframe-larger-than=1024 -Wnull-dereference -Wunused" } */
#include "mark.h"

char *user(const struct alloc_tag *given, int n);
void *get(int n) __allocator __attribute__((malloc, alloc_size(1)));

void *get(int n)
{
	return grab(n + (alloc_tag_caller() ? 1 : 0));
}

char *user(const struct alloc_tag *given, int n)
{
	const struct alloc_tag *tag __allocator_tag = given;

	return get(n);
}
