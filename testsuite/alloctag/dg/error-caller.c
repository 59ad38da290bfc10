/* alloc_tag_caller() in a function that isn't marked. */
/* { dg-do compile } */
#include "mark.h"

const struct alloc_tag *user(void) /* { dg-note "25: mark 'user' with" } */
{
	return alloc_tag_caller(); /* { dg-error "16: 'alloc_tag_caller\\(\\)' outside a function marked 'allocator'" } */
}
