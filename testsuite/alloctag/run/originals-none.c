/*
 * originals=none: the address of a function is the same in all units, and calls
 * through it are charged to the function, untagged.
 */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
/* { dg-additional-sources "originals-none-2.c" } */
#include "counter.h"
#include "originals-none.h"

static fn *const table[] = { get, take };
static fn *volatile here;

int main(void)
{
	here = get;
	check(here == table[0]);
	check(here == address_of_get());
	check(here != table[1]);
	check(table[1] == address_of_take());

	char *p = here(10);
	char *q = address_of_get()(20);
	char *r = table[1](30);
	HERE(site); char *s = get(40);

	check_site("main", site, "char", 1, 40);
	check(p && q && r && s);
	check(total_allocs() == 4);
	check(count_sites("main") == 1);
	return 0;
}
