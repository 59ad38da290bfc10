/* A macro begins a function, and more calls follow it. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

#define BEGIN(name, type) void name(void) { keep = grab(sizeof(type));
#define BEGIN_CALL(name) void name(void) { keep = grab(

/* { dg-tag "first" "struct foo" line 14 } */
/* { dg-tag "first" "struct bar" line 15 } */
BEGIN(first, struct foo)
	keep = grab(sizeof(struct bar));
}

/* { dg-tag "second" "struct foo" line 20 } */
/* { dg-tag "second" "struct bar" line 21 } */
BEGIN_CALL(second) ({ struct foo *p = 0; sizeof(*p); }));
	keep = grab(({ struct bar *p = 0; sizeof(*p); }));
}
