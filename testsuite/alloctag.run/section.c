/*
 * A marked function with a section attribute is called with and without a tag.
 * (alloctag.dg/section-thunk.c checks that both bodies are in the section.)
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((section(".text.init"))) __allocator void *get(size_t n)
{
	return test_alloc(n);
}

void *(*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); char *p = get(10);
	char *q = pointer(20);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 20);
	check(p && q);
	return 0;
}
