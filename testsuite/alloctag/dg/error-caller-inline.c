/*
 * An unmarked inline helper can't ask for the tag of the marked function that
 * it is inlined into.
 */
/* { dg-do compile } */
#include "mark.h"

void charge(const struct alloc_tag *tag);

static inline void helper(void) /* { dg-note "20: mark 'helper' with" } */
{
	charge(alloc_tag_caller()); /* { dg-error "9: 'alloc_tag_caller\\(\\)' outside a function marked 'allocator'" } */
}

__allocator void get(int n)
{
	helper();
}
