/* GCC's collector, run at each opportunity, keeps what is known of pointers. */
/* { dg-do compile } */
/* { dg-additional-options "--param ggc-min-expand=0 --param ggc-min-heapsize=0" } */
#include "mark.h"

struct ops { void *(*get)(int n) __allocator; };
extern struct ops ops;

void *user(void)
{
	return ops.get(5); /* { dg-tag "user" "" } */
}
