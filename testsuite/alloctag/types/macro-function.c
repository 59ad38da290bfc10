/* A function that a macro defines. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *keep;

#define DEFINE(name, type) void name(void) { keep = grab(sizeof(type)); }

DEFINE(first, struct foo) /* { dg-tag "first" "struct foo" } */
DEFINE(second, long) DEFINE(third, struct foo *) /* { dg-tag "second" "long" } */
/* { dg-tag "third" "struct foo *" line 11 } */
