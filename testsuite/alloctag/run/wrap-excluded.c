/*
 * The linker's --wrap knows nothing of variants. With "!NAME", calls use the
 * original name, and are wrapped; without a tag. (With -flto, GCC resolves the
 * calls before --wrap applies, without the plugin as well.)
 */
/* { dg-do run } */
/* { dg-additional-options "-fno-lto -Wl,--wrap=get" } */
/* { dg-additional-sources "wrap-2.c" } */
/* { dg-allocators "wrap-excluded.list" } */
#include "counter.h"

void *get(size_t n) __allocator;
void *__real_get(size_t n);

enum { line = __LINE__ + 3 };
void *__wrap_get(size_t n)
{
	test_alloc(1);
	return __real_get(n + 1);
}

int main(void)
{
	char *p = get(10);

	check_site("__wrap_get", line, NULL, 1, 1);
	check_no_site("main");
	check(total_allocs() == 2);
	check(p);
	return 0;
}
