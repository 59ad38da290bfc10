/*
 * Marks are compared at all levels: in what pointers point to, in parameters and
 * results, and between a prototype and the definition. A call without a
 * prototype, and a function of another type, can't have a marked pointer.
 */
/* { dg-do compile } */
/* { dg-additional-options "-std=gnu17" } */
/* { dg-prune-output "note: (calls through|it would take)" } */
#include "mark.h"

typedef void *(*get_fn)(int n) __allocator;
static get_fn marked;
static void *(*plain)(int n);

void prototype_only(void *(*fn)(int n) __allocator);
void prototype_only(void *(*fn)(int n)) /* { dg-error "29: a pointer to functions marked 'allocator' is used as one without" } */
{
	fn(3);
}

void without_prototype();
struct init { void (*init)(get_fn); };
static void plain_init(void *(*fn)(int n)) { plain = fn; }
struct init init = { plain_init }; /* { dg-error "a pointer to functions is used as one to functions marked" } */
static get_fn choose(int n) { return marked; }

__allocator void *no_parameter(void);

void user(int n)
{
	void *(**to_plain)(int n) = &marked; /* { dg-error "a pointer to functions marked 'allocator' is used as one without" } */
	get_fn *to_marked = &plain; /* { dg-error "a pointer to functions is used as one to functions marked" } */
	void *(*(*chooser)(int))(int n) = choose; /* { dg-error "a pointer to functions marked 'allocator' is used as one without" } */

	without_prototype(marked); /* { dg-error "a pointer to functions marked 'allocator' is used as one without" } */
	marked = (get_fn)no_parameter; /* { dg-error "16: 'no_parameter' is assigned to a marked pointer of another type" } */
	(*to_plain)(n);
	(*to_marked)(n);
	chooser(n);
}
