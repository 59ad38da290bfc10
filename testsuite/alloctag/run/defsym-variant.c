/* --defsym makes a second name of a function: one for the variant, too. */
/* { dg-do run } */
/* { dg-additional-options "-Wl,--defsym=get=real_get -Wl,--defsym=get.alloctag=real_get.alloctag" } */
/* { dg-additional-sources "defsym-2.c" } */
#include "counter.h"

void *get(size_t n) __allocator;

int main(void)
{
	HERE(line); char *p = get(10);

	check_site("main", line, "char", 1, 10);
	check(p);
	return 0;
}
