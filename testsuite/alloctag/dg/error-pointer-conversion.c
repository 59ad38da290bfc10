/*
 * A marked pointer can't be used as one without the mark, nor the reverse: the
 * calls would pass different arguments. It can be converted to void *.
 */
/* { dg-do compile } */
#include "mark.h"
#include "class.h"

struct ops {
	void *(*get)(int n) __allocator;
	void *(*get_plain)(int n);
	void *(*get_fault)(int n) __fault;
};

void take_plain(void *(*get)(int n));
void take_any(const void *);
int print(const char *format, ...);

void *user(struct ops *o, int n, void *(*plain)(int n))
{
	o->get_plain = o->get; /* { dg-error "22: a pointer to functions marked 'allocator' is used as one without the mark" } */
	/* { dg-note "22: calls through the two pass different arguments: declare both with '__attribute__\\(\\(allocator\\)\\)', or none" "" { target *-*-* } 21 } */
	o->get = plain; /* { dg-error "16: a pointer to functions is used as one to functions marked 'allocator'" } */
	/* { dg-note "16: calls through" "" { target *-*-* } 23 } */
	o->get = o->get_fault; /* { dg-error "16: a pointer to functions of the class 'fault' is used as one of 'allocator'" } */
	/* { dg-note "16: calls through" "" { target *-*-* } 25 } */
	take_plain(o->get); /* { dg-error "9: a pointer to functions marked 'allocator' is used as one without" } */
	/* { dg-note "9: calls through" "" { target *-*-* } 27 } */
	take_any(o->get);
	print("%p", o->get);
	return ((void *(*)(int))o->get)(n); /* { dg-error "a pointer to functions marked 'allocator' is used as one without" } */
	/* { dg-note "calls through" "" { target *-*-* } 31 } */
}
