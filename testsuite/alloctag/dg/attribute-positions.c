/*
 * Attributes that count parameters give the same warnings as without the
 * plugin, and no others.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -Wall -Wextra" } */
#include "mark.h"

void *get(const char *format, int n, ...) __allocator
	__attribute__((format(printf, 1, 3), nonnull(1), alloc_size(2)));

void *user(void)
{
	char *p = get("%d", 4, 5);

	p[4] = 1; /* { dg-warning "overflow|out of the bounds|outside" } */
	get("%s", 4, 5); /* { dg-warning "format '%s' expects" } */
	get(0, 4); /* { dg-warning "null" } */
	return p;
}
/* { dg-prune-output "note: " } */
