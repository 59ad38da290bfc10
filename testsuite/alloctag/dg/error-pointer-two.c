/*
 * Calls through a pointer pass the tag of one class, also if one of the marks
 * is on the name of its type. The same mark twice is no error.
 */
/* { dg-do compile } */
#include "class.h"

typedef void wait_fn(int n) __wait;

struct operations {
	void (*a)(int n) __wait __fault; /* { dg-error "16: 'a' is marked for two classes, 'wait' and 'fault'" } */
	/* { dg-note "16: a function belongs to one class" "" { target *-*-* } 11 } */
	wait_fn *b __fault; /* { dg-error "18: 'b' is marked for two classes, 'wait' and 'fault'" } */
	/* { dg-note "18: a function belongs to one class" "" { target *-*-* } 13 } */
	wait_fn *c __wait;
	void (*d)(int n) __wait __wait;
};
