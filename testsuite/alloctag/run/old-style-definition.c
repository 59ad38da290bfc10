/*
 * A definition without a prototype, as C before C2x allows, of functions that
 * the other unit sees the prototypes of: it calls variants, and these exist.
 * They drop the tag; calls in the functions carry tags of their own.
 */
/* { dg-do run } */
/* { dg-additional-options "-w -std=gnu11" } */
/* { dg-additional-sources "old-style-definition-2.c" } */
#include "counter.h"

enum { get_line = __LINE__ + 3 };
__allocator void *get()
{
	return test_alloc(10);
}

enum { sum_line = __LINE__ + 5 };
__allocator void *get_sum(a, b, c, d, e, f, g, h)
	int a, b, c, d, e, f, g;
	char h;
{
	return test_alloc(a + b + c + d + e + f + g + h);
}

void by_other_unit(void);

int main(void)
{
	by_other_unit();
	check_site("get", get_line, NULL, 1, 10);
	check_site("get_sum", sum_line, NULL, 1, 36);
	return 0;
}
