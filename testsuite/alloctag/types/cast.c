/*
 * The type that the result is cast to, also if the result is an integer, as
 * from __get_free_page().
 */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

unsigned long page(int flags) __allocator;
void sink(const char *);

struct foo *user(struct foo **where)
{
	struct foo *p = (struct foo *)page(1); /* { dg-tag "user" "struct foo" } */

	*where = (void *)page(2); /* { dg-tag "user" "struct foo" } */
	sink((char *)page(3)); /* { dg-tag "user" "char" } */
	return p ?: (void *)page(4); /* { dg-tag "user" "struct foo" } */
}
