/* allocator_tag on a pointer to something other than a tag. */
/* { dg-do compile } */
#include "mark.h"

void user(char *other __allocator_tag) /* { dg-error "'allocator_tag' attribute on 'other', which is not a .const struct alloc_tag \\*." } */
{
	(void)other;
}
