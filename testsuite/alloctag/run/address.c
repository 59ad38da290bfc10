/*
 * A marked function has one address in the whole program: in statements, in
 * initialisers, in other units, in units without the plugin, by alias.
 */
/* { dg-do run } */
/* { dg-additional-sources "address-2.c" } */
/* { dg-unmarked-sources "address-plain-2.c" } */
#include "counter.h"

void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n);
}
extern void *get_alias(size_t n) __attribute__((alias("get")));

typedef void *fn(size_t);
static fn *const table[2] = { get, test_alloc };
static fn *volatile here;
fn *marked_unit(void);
fn *plain_unit(void);

int main(void)
{
	here = get;
	check(here == get);
	check(here == table[0]);
	check(here != table[1]);
	check(here == marked_unit());
	check(here == plain_unit());
	check(here == get_alias);
	check(here != NULL);
	check(table[1] == test_alloc);
	return 0;
}
