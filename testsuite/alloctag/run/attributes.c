/*
 * alloc_size, alloc_align, malloc, returns_nonnull and nonnull keep their
 * meaning: positions count the parameters in the source.
 */
/* { dg-do run } */
#include <string.h>
#include "counter.h"

void *get(int node, size_t n, size_t size) __allocator
	__attribute__((malloc, alloc_size(2, 3), returns_nonnull));
void *copy(const void *from, size_t n) __allocator
	__attribute__((malloc, alloc_size(2), nonnull(1)));

__attribute__((noinline)) void *get(int node, size_t n, size_t size)
{
	return test_alloc(n * size);
}

__attribute__((noinline)) void *copy(const void *from, size_t n)
{
	return memcpy(test_alloc(n), from, n);
}

int main(void)
{
	HERE(one); char *p = get(-1, 5, 4);
	HERE(two); char *q = copy("abc", 4);

#ifdef __OPTIMIZE__
	check(__builtin_object_size(p, 0) == 20);
	check(__builtin_object_size(q, 0) == 4);
#endif
	check_site("main", one, "char", 1, 20);
	check_site("main", two, "char", 1, 4);
	check(!strcmp(q, "abc"));
	return 0;
}
