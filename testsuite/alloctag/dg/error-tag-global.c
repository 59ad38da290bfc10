/* allocator_tag is for local variables and parameters. */
/* { dg-do compile } */
#include "mark.h"

const struct alloc_tag *global __allocator_tag; /* { dg-error "25: 'allocator_tag' attribute applies to local variables and parameters only" } */

void user(void)
{
	static const struct alloc_tag *local __allocator_tag; /* { dg-error "'allocator_tag' attribute applies to local variables and parameters only" } */
	(void)local;
}
