/* allocator_tag takes no arguments. */
/* { dg-do compile } */
#include "mark.h"

void user(const struct alloc_tag *tag __attribute__((allocator_tag("x")))); /* { dg-error "wrong number of arguments specified for 'allocator_tag' attribute" } */
/* { dg-prune-output "note: expected" } */
