/*
 * The address of a function that isn't marked can't be assigned to a marked
 * pointer, wherever that is: in an initializer, a statement, or a call.
 */
/* { dg-do compile } */
#include "mark.h"
#include "class.h"

struct ops { void *(*get)(int n) __allocator; };

static void *unmarked(int n) { return 0; } /* { dg-note "14: mark it with '__attribute__\\(\\(allocator\\)\\)'" } */
void *other(int n) __fault; /* { dg-note "7: mark it with" } */
__allocator __attribute__((returns_twice)) void *twice(int n); /* { dg-warning "50: 'twice' can't be given a tagged variant" } */
/* { dg-note "50: it returns twice" "" { target *-*-* } 13 } */
/* { dg-note "50: calls to it are not instrumented" "" { target *-*-* } 13 } */
/* { dg-note "50: assign a marked function that calls it" "" { target *-*-* } 13 } */

struct ops ops = { .get = unmarked }; /* { dg-error "'unmarked' is not marked 'allocator', as the pointer that it is assigned to" } */
void take(void *(*get)(int n) __allocator);

void user(struct ops *o, int n)
{
	o->get = other; /* { dg-error "16: 'other' is not marked 'allocator'" } */
	o->get = twice; /* { dg-error "16: 'twice' is assigned to a marked pointer, and has no tagged variant" } */
	take(unmarked); /* { dg-error "9: 'unmarked' is not marked 'allocator'" } */
}
