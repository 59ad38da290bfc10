/* allocator_tag on something that can't hold a tag. */
/* { dg-do compile } */
#include "mark.h"

void user(void)
{
	int tag __allocator_tag = 0; /* { dg-error "13: 'allocator_tag' attribute on 'tag', which is not a .const struct alloc_tag \\*." } */
	(void)tag;
}
