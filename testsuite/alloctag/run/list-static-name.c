/*
 * A list has the name of a static function here, and the other unit calls a
 * function of the C library with that name: it links, and calls that one.
 */
/* { dg-do run } */
/* { dg-additional-sources "list-static-name-2.c" } */
/* { dg-allocators "list-static-name.list" } */
#include "counter.h"

static __attribute__((noinline)) void *getdelim(size_t n)
{
	return test_alloc(n);
}

int read_line(void);

int main(void)
{
	HERE(line); char *p = getdelim(10);

	check_site("main", line, "char", 1, 10);
	check(read_line() == -1);
	check(p);
	return 0;
}
