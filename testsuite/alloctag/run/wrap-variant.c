/*
 * --wrap for the name of the variant as well: if __wrap_NAME and __real_NAME
 * are marked, tags are passed through both.
 */
/* { dg-do run } */
/* { dg-additional-options "-fno-lto -Wl,--wrap=get -Wl,--wrap=get.alloctag" } */
/* { dg-additional-sources "wrap-2.c" } */
#include "counter.h"

void *get(size_t n) __allocator;
void *__real_get(size_t n) __allocator;

__allocator void *__wrap_get(size_t n)
{
	return __real_get(n + 1);
}

int main(void)
{
	void *(*volatile pointer)(size_t) = get;
	HERE(line); char *p = get(10);

	check_site("main", line, "char", 1, 11);
	check(pointer(20));
	check_untagged("__wrap_get", 1, 21);
	check(p);
	return 0;
}
