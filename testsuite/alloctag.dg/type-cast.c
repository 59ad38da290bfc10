/*
 * The type that the result is cast to, even if it came as an integer (as from
 * __get_free_page()).
 */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

unsigned long page(int flags) __allocator;
void sink(void *);

void user(void)
{
	void *p = (struct foo *)grab(1); /* { dg-tag "user" "struct foo" } */
	sink(p);
	sink((char *)page(2)); /* { dg-tag "user" "char" } */
}
