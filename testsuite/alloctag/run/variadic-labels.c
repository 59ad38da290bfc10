/*
 * A variadic function that GCC can't copy, for it has a static table of its
 * labels, and an alias of it: calls in this unit use the original names, and
 * what it allocates is charged to its own lines.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

static unsigned int line;

void *get(const char *steps, ...) __allocator;
void *get(const char *steps, ...)
{
	static void *const table[] = { &&add, &&end };
	__builtin_va_list ap;
	size_t n = 0;

	__builtin_va_start(ap, steps);
	goto *table[*steps++ - 'a'];
add:
	n += __builtin_va_arg(ap, int);
	goto *table[*steps++ - 'a'];
end:
	__builtin_va_end(ap);
	line = __LINE__; return test_alloc(n);
}
void *get_alias(const char *steps, ...) __allocator __attribute__((alias("get")));

int main(void)
{
	char *p = get("aab", 10, 20), *q = get_alias("ab", 5);

	check_site("get", line, NULL, 2, 35);
	check(p && q);
	return 0;
}
