/* No typed use: the type named in a sizeof among the arguments. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void sink(void *);

void *keep;

void user(int n)
{
	void *p = grab(sizeof(struct foo)); /* { dg-tag "user" "struct foo" } */
	void *q = grab(n * sizeof (unsigned long)); /* { dg-tag "user" "unsigned long" } */
	keep = grab(
		16 +
		sizeof(const struct foo *)); /* { dg-tag "user" "struct foo *" line 14 } */

	sink(p);
	sink(q);
}
