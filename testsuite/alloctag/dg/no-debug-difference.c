/* Code and tags are the same with -g (checked by GCC itself). */
/* { dg-do compile } */
/* { dg-options "-O2 -fcompare-debug" } */
#include "mark.h"

struct foo { int a; };

static inline __allocator void *get(int n)
{
	void *p = grab(n);

	return p;
}

struct foo *user(struct foo *old, int n)
{
	const struct alloc_tag *tag __allocator_tag = alloc_tag_here();
	void *q = get(n);
	struct foo *p = q;

	if (!p)
		return old;
	p->a = n;
	return p;
}
