/* alloc_tag_caller() reads the hidden parameter; it is not called. */
/* { dg-do compile } */
#include "mark.h"

void charge(const struct alloc_tag *tag);

__allocator void get(int n) /* { dg-untagged-tag "get" } */
{
	charge(alloc_tag_caller());
}
/* { dg-final { scan-symbol-not "alloc_tag_caller" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
