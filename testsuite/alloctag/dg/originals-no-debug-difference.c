/*
 * In a kernel, code and tags are the same with -g (checked by GCC itself), where
 * hidden parameters are built earlier.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fcompare-debug -fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

struct foo { int a; };

static inline __allocator void *get(int n)
{
	void *p = grab(n);

	return p;
}

__allocator void *take(int n)
{
	return get(n + 1);
}

struct foo *user(struct foo *old, int n)
{
	const struct alloc_tag *tag __allocator_tag = alloc_tag_here();
	void *q = get(n);
	struct foo *p = q;

	if (!p)
		return take(2);
	p->a = n;
	return p;
}
