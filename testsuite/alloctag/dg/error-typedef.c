/* The attribute on a typedef of a function. One of a pointer can have it. */
/* { dg-do compile } */
#include "mark.h"

typedef void *function(int n) __allocator; /* { dg-error "15: 'allocator' attribute applies to functions and to pointers" } */
/* { dg-note "15: their parameters" "" { target *-*-* } 5 } */
typedef void *(*pointer)(int n) __allocator;
