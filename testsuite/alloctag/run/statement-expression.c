/*
 * A call within a statement expression, in a macro and nested.
 */
/* { dg-do run } */
#include "counter.h"

#define new(type) ({ type *__p = test_alloc(sizeof(type)); *__p = 0; __p; })

int main(void)
{
	HERE(macro); long *p = new(long);
	HERE(nested); int *q = ({ int *r = ({ new(int); }); r; });

	check_site("main", macro, "long int", 1, sizeof(long));
	check_site("main", nested, "int", 1, sizeof(int));
	check(p && q);
	return 0;
}
