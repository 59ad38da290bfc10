/* The attribute on a parameter that is not a pointer to functions. */
/* { dg-do compile } */
#include "mark.h"

void *get(int n __allocator); /* { dg-error "15: 'allocator' attribute applies to functions and to pointers" } */
/* { dg-note "15: their parameters" "" { target *-*-* } 5 } */
