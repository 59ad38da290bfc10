/* The attribute on variables, including function pointers. */
/* { dg-do compile } */
#include "mark.h"

int variable __allocator; /* { dg-error "5: 'allocator' attribute applies to functions only" } */
/* { dg-note "5: calls through pointers carry no tag" "" { target *-*-* } 5 } */
void *(*pointer)(int n) __allocator; /* { dg-error "9: 'allocator' attribute applies to functions only" } */
/* { dg-note "9: calls through pointers" "" { target *-*-* } 7 } */
