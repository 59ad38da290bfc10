/* No typed use: the type of the variable or field under a sizeof. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { struct foo *foo; short array[4]; };

void *keep;

void user(struct foo *foo, struct bar *bar, int n)
{
	keep = grab(sizeof(*foo)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof *foo); /* { dg-tag "user" "struct foo" } */
	keep = grab(n * sizeof(*bar->foo)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(bar->array[0])); /* { dg-tag "user" "short int" } */
}
