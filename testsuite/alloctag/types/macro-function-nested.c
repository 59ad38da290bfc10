/* A function that a macro defines, which another macro expands to. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

#define GRAB(type) grab(sizeof(type))
#define BODY(type) { keep = GRAB(type); }
#define INNER(name, type) void name(void) BODY(type)
#define OUTER(name, type) INNER(name, type)

OUTER(first, struct foo) /* { dg-tag "first" "struct foo" } */
/* { dg-tag "second" "struct bar" line 16 } */
OUTER(second, \
      struct bar)
/* { dg-tag "third" "struct foo" line 19 } */
OUTER(third, struct foo) OUTER(fourth, struct bar)
/* { dg-tag "fourth" "struct bar" line 19 } */
