/* A function that --defsym defines has no variant: "!NAME" keeps the name. */
/* { dg-do run } */
/* { dg-additional-options "-Wl,--defsym=get=real_get" } */
/* { dg-additional-sources "defsym-2.c" } */
/* { dg-allocators "wrap-excluded.list" } */
#include "counter.h"

void *get(size_t n) __allocator;

int main(void)
{
	char *p = get(10);

	check_untagged("real_get", 1, 10);
	check(p);
	return 0;
}
