/* Declarations in a statement expression, of the name of another variable. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a[9]; };
struct bar { int b[5]; };
struct bar *p;
void *keep;

#define FIRST(declaration) ({ declaration; sizeof(*p); })

void user(void)
{
	/* The type is known, or none is given. */
	keep = grab(FIRST(struct foo *p = 0)); /* { dg-tag "user" "struct foo" } */
	keep = grab(FIRST(__extension__ struct foo *p = 0)); /* { dg-tag "user" "struct foo" } */
	keep = grab(FIRST(__auto_type p = (struct foo *)0)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(auto struct foo *p = 0)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(register struct foo *p = 0)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(static struct foo *p)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(static __thread struct foo *p)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(_Complex double p[2])); /* { dg-tag "user" "" } */
	keep = grab(FIRST([[maybe_unused]] struct foo *p = 0)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(_Alignas(8) struct foo *p = 0)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(__attribute__((unused)) struct foo *p = 0)); /* { dg-tag "user" "" } */
	keep = grab(FIRST(_Atomic(struct foo *) p = 0)); /* { dg-tag "user" "" } */
	keep = grab(({ struct foo *q, *p = 0; sizeof(*p); })); /* { dg-tag "user" "" } */
	keep = grab(({ struct foo *q = 0, *p = q; sizeof(*p); })); /* { dg-tag "user" "" } */

	/* The inner block ends, and what it declares with it. */
	/* { dg-tag "user" "struct bar" line 32 } */
	keep = grab(({ struct foo *q = 0, *p = q; !p; }) ? sizeof(*p) : 0);
	/* { dg-tag "user" "struct bar" line 34 } */
	keep = grab(({ struct foo *p = 0; struct foo *q, *r; !p; }) ? sizeof(*p) : 0);
}
