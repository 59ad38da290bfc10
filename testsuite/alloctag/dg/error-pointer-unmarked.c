/*
 * A function that isn't marked, or for another class, ignores the tag of a marked
 * pointer. A warning says so, wherever it is assigned: in an initializer, a
 * statement, or a call. One that is marked but has no variant is an error.
 */
/* { dg-do compile } */
#include "mark.h"
#include "class.h"

struct ops { void *(*get)(int n) __allocator; };

static void *unmarked(int n) { return 0; } /* { dg-note "14: it ignores the tag: mark it with '__attribute__\\(\\(allocator\\)\\)'" } */
void *other(int n) __fault; /* { dg-note "7: it ignores the tag: mark it with" } */
__allocator __attribute__((returns_twice)) void *twice(int n); /* { dg-warning "50: 'twice' can't be given a tagged variant" } */
/* { dg-note "50: it returns twice" "" { target *-*-* } 14 } */
/* { dg-note "50: calls to it are not instrumented" "" { target *-*-* } 14 } */
/* { dg-note "50: assign a marked function that calls it" "" { target *-*-* } 14 } */

struct ops ops = { .get = unmarked }; /* { dg-warning "'unmarked' is not marked 'allocator', as the pointer that it is assigned to" } */
void take(void *(*get)(int n) __allocator);

void user(struct ops *o, int n)
{
	o->get = other; /* { dg-warning "16: 'other' is not marked 'allocator'" } */
	o->get = twice; /* { dg-error "16: 'twice' is assigned to a marked pointer, and has no tagged variant" } */
	take(unmarked); /* { dg-warning "9: 'unmarked' is not marked 'allocator'" } */
}
