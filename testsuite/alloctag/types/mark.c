/* The mark of the function names a type: what it returns doesn't matter. */
/* { dg-do compile } */
#include "mark.h"

#define __allocator_of(type) __attribute__((allocator(#type)))

struct foo { int a; };
struct bar { int a; };

int fill(__SIZE_TYPE__ size) __allocator_of(struct foo);
/* Returns what was there before. */
void *replace(void *entry, __SIZE_TYPE__ size) __allocator_of(struct foo *);
int fill_array(int n);

/* A definition that repeats the mark without a type. */
__attribute__((allocator)) int fill_array(int n) /* { dg-untagged-tag "fill_array" } */
{
	return n && fill(n * sizeof(int)) && replace(0, n);
}
int fill_array(int n) __allocator_of(struct bar);

int user(int n)
{
	struct bar *old;

	old = replace(0, sizeof(*old)); /* { dg-tag "user" "struct foo *" } */
	if (!fill(sizeof(struct bar)))	/* { dg-tag "user" "struct foo" } */
		fill(n);		/* { dg-tag "user" "struct foo" } */
	return fill_array(n) + old->a;	/* { dg-tag "user" "struct bar" } */
}
