/* allocator_tag on a field or a function. */
/* { dg-do compile } */
#include "mark.h"

struct table {
	const struct alloc_tag *tag __allocator_tag; /* { dg-error "33: 'allocator_tag' attribute applies to local variables and parameters only" } */
};

const struct alloc_tag *get(int n) __allocator_tag; /* { dg-error "25: 'allocator_tag' attribute applies to local" } */
