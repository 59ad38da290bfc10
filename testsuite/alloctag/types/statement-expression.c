/* The operand of a sizeof is declared in a statement expression. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a[9]; };
struct bar { int b[5]; };
void *keep;

#define BYTES(object) ({ typeof(object) *p = &(object); sizeof(*p); })
#define ZERO(n) ({ struct bar *p = 0; (n) + !p; })

void user(struct foo *p, struct bar *bar, int n)
{
	keep = grab(BYTES(*bar)); /* { dg-tag "user" "struct bar" } */
	keep = grab(ZERO(n) + sizeof(*p)); /* { dg-tag "user" "struct foo" } */
	keep = grab(({ struct bar *p = bar; sizeof(*p) + p->b[0]; })); /* { dg-tag "user" "struct bar" } */
	keep = grab(({ long p; sizeof(p); })); /* { dg-tag "user" "long" } */
}
