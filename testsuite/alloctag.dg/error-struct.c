/* The attribute on a structure type. */
/* { dg-do compile } */
#include "mark.h"

struct __allocator foo { int a; }; /* { dg-error "'allocator' attribute|does not apply to types" } */
/* { dg-prune-output "note: " } */
