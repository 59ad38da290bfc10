/* The attribute on the name of a type that is no function's. */
/* { dg-do compile } */
#include "mark.h"

typedef int number __allocator; /* { dg-error "13: 'allocator' attribute applies to functions and to pointers" } */
/* { dg-note "13: their parameters" "" { target *-*-* } 5 } */
