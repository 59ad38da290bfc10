/* alloc_tag_here() makes a tag of its line, without any call. */
/* { dg-do compile } */
#include "mark.h"

const struct alloc_tag *user(void)
{
	return alloc_tag_here(); /* { dg-tag "user" "" } */
}
/* { dg-final { scan-symbol-not "alloc_tag_here" } } */
