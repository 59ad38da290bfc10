/* The attribute on a structure type: GCC itself says that it has no effect. */
/* { dg-do compile } */
#include "mark.h"

struct __allocator foo { int a; }; /* { dg-warning "20: 'allocator' attribute does not apply to types" } */
