/*
 * A marked alias with more parameters than its target, as C libraries have for
 * hooks that do nothing: the target's tag is not what the alias is called with.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

void *get(void) __allocator;
void *get(void)
{
	return test_alloc(10);
}
void *get_more(int a, int b) __allocator __attribute__((alias("get")));

int main(void)
{
	HERE(site); char *p = get();
	char *q = get_more(1, 2);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 10);
	check(p && q);
	return 0;
}
