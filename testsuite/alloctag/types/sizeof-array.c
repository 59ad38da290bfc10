/* sizeof of an array type, and of pointers to arrays and functions. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *keep;

void user(void)
{
	keep = grab(sizeof(int[10])); /* { dg-tag "user" "int" } */
	keep = grab(sizeof(struct foo *[4])); /* { dg-tag "user" "struct foo *" } */
	keep = grab(sizeof(struct foo (*)[4])); /* { dg-tag "user" "struct foo *" } */
	keep = grab(sizeof(int (*)(long))); /* { dg-tag "user" "function *" } */
}
