/* An alias of a function of another class drops the tag. */
/* { dg-do compile } */
/* { dg-additional-options "-O2" } */
#include "class.h"

__wait void wait_for(int n) { wait_caller()->waits += n; }
void fail(int n) __fault __attribute__((alias("wait_for"))); /* { dg-warning "6: 'fail' can't be given a tagged variant" } */
/* { dg-note "6: it is an alias of a function of another class" "" { target *-*-* } 7 } */
/* { dg-note "6: calls to it drop the tag: those that it makes have tags of their own lines" "" { target *-*-* } 7 } */
