/* The attribute on variables that are not pointers to functions. */
/* { dg-do compile } */
#include "mark.h"

int variable __allocator; /* { dg-error "5: 'allocator' attribute applies to functions and to pointers to functions only" } */
/* { dg-note "5: their parameters must be known: they get another one" "" { target *-*-* } 5 } */
