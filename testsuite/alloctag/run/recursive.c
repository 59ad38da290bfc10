/*
 * A marked function that calls itself keeps the tag of the outermost call.
 */
/* { dg-do run } */
#include "counter.h"

struct list {
	struct list *next;
};

struct list *make_list(unsigned int n) __allocator;

struct list *make_list(unsigned int n)
{
	struct list *l;

	if (!n)
		return NULL;
	l = test_alloc(sizeof(*l));
	l->next = make_list(n - 1);
	return l;
}

int main(void)
{
	HERE(five); struct list *a = make_list(5);
	HERE(seven); struct list *b = make_list(7);

	check_site("main", five, "struct list", 5, 5 * sizeof(struct list));
	check_site("main", seven, "struct list", 7, 7 * sizeof(struct list));
	check_no_site("make_list");
	check(a && b);
	return 0;
}
