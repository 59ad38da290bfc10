/* The call or its sizeof comes from a macro. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

#define NEW(type) grab(sizeof(type))
#define NEW_LIKE(p) grab(sizeof(*(p)))
#define NEW_BAR() NEW(struct bar)
#define SIZE_OF_FOO sizeof(struct foo)
#define hooked(size) ({ void *__p = grab(size); __p; })
#define PREFIX(name) sizeof(struct f##name)
#define PASTE(a, b) (a##b)
#define FLAG (PASTE(1, UL) << 3)
#define ALLOCATE grab
#define VARIADIC(function, ...) function(__VA_ARGS__)

void user(int n)
{
	struct foo *foo;

	keep = NEW(struct foo); /* { dg-tag "user" "struct foo" } */
	keep = NEW_LIKE(foo); /* { dg-tag "user" "struct foo" } */
	keep = NEW_BAR(); /* { dg-tag "user" "struct bar" } */
	keep = grab(n * SIZE_OF_FOO); /* { dg-tag "user" "struct foo" } */
	keep = hooked(sizeof(*foo)); /* { dg-tag "user" "struct foo" } */
	keep = grab(PREFIX(oo)); /* { dg-tag "user" "struct foo" } */
	keep = grab(FLAG + sizeof(struct foo)); /* { dg-tag "user" "struct foo" } */
	keep = ALLOCATE(sizeof(struct foo)); /* { dg-tag "user" "struct foo" } */
	keep = VARIADIC(grab, sizeof(struct foo)); /* { dg-tag "user" "struct foo" } */
}
