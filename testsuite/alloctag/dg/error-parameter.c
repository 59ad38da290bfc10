/* The attribute on a parameter. */
/* { dg-do compile } */
#include "mark.h"

void *get(int n __allocator); /* { dg-error "15: 'allocator' attribute applies to functions only" } */
/* { dg-note "15: " "" { target *-*-* } 5 } */
