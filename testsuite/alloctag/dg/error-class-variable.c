/* A tag variable points to a tag. */
/* { dg-do compile } */
#include "class.h"

void user(const char *name __attribute__((code_tag_variable))) /* { dg-error "'code_tag_variable' attribute on 'name', which does not point to a tag" } */
/* { dg-note "a struct is a tag if it has the attribute 'code_tag_class'" "" { target *-*-* } 5 } */
{
	struct wait_tag *tag __attribute__((allocator_tag)); /* { dg-error "'allocator_tag' attribute on 'tag', which is not a 'const struct alloc_tag \\*'" } */
	struct wait_tag *right __attribute__((code_tag_variable)) = wait_here();
}
