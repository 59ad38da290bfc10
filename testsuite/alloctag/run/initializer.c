/*
 * Calls in initialisers of automatic objects (scalar, aggregate, compound
 * literal) and of a static at its first use have a tag each.
 */
/* { dg-do run } */
#include "counter.h"

struct pair {
	char *a;
	int *b;
};

int main(void)
{
	HERE(scalar); char *p = test_alloc(1);
	HERE(array); char *v[2] = { test_alloc(2), NULL };
	HERE(aggregate); struct pair s = { .a = test_alloc(3) };
	HERE(literal); struct pair *l = &(struct pair) { .b = test_alloc(4) };

	check_site("main", scalar, "char", 1, 1);
	check_site("main", array, "char", 1, 2);
	check_site("main", aggregate, "char", 1, 3);
	check_site("main", literal, "int", 1, 4);
	check(p && v[0] && s.a && l->b);
	return 0;
}
