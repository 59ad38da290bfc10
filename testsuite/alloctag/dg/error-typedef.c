/* The attribute on a typedef. */
/* { dg-do compile } */
#include "mark.h"

typedef void *function(int n) __allocator; /* { dg-error "15: 'allocator' attribute applies to functions only" } */
/* { dg-note "15: " "" { target *-*-* } 5 } */
