/*
 * Of a shared library: returns N + 1, and 1000 more if the call of api() passed
 * a tag of its caller. indirect() calls it.
 */
#include "api.h"

__attribute__((noinline)) int api(int n)
{
#ifdef MARKED
	return n + 1 + (alloc_tag_caller()->flags & CODE_TAG_UNTAGGED ? 0 : 1000);
#else
	return n + 1;
#endif
}

int indirect(int n)
{
	return api(n);
}
