/* The result is passed to a function twice: the type of the first parameter. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void add(struct foo *, struct bar *);
void add_void(void *, struct bar *, struct foo *);

void user(int n)
{
	void *p = grab(n), *q; /* { dg-tag "user" "struct foo" } */

	add(p, p);
	q = grab(n + 1); /* { dg-tag "user" "struct bar" } */
	add_void(q, q, q);
}
