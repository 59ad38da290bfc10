/*
 * An entry with "!" wins over the attribute and over other entries: calls are
 * not rewritten, nothing is reported, and calls in the function carry tags of
 * their own. A global definition with the attribute still has a variant, for
 * units that the list is not given to.
 */
/* { dg-do compile } */
/* { dg-allocators "list-exclude.list" } */
#include "mark.h"

void *get(int n);
void *far(int n) __allocator;

const struct alloc_tag *volatile asked;

__allocator void *kept_out(int n) /* { dg-untagged-tag "kept_out" } */
{
	asked = alloc_tag_caller();
	return n ? far(n) /* { dg-tag "kept_out" "" } */
		 : get(n);
}

char *user(int n)
{
	return kept_out(n);
}
/* { dg-final { scan-symbol " T kept_out$" } } */
/* { dg-final { scan-symbol " T kept_out\\.alloctag$" } } */
/* { dg-final { scan-symbol " U get$" } } */
