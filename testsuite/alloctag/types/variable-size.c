/* sizeof of types of variable size: the elements, or nothing without a name. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *keep;

void user(int n)
{
	struct foo table[n];
	struct { int a[n]; } *unnamed;

	keep = grab(sizeof(table)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(struct foo[n])); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(*unnamed)); /* { dg-tag "user" "" } */
}
