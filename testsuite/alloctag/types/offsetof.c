/* offsetof: the type that it is the first part of. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; short data[]; };
typedef struct { int a; char data[]; } text_t;
void *keep;

#define offsetof(type, member) __builtin_offsetof(type, member)

void user(int n)
{
	keep = grab(offsetof(struct foo, data)); /* { dg-tag "user" "struct foo" } */
	keep = grab(__builtin_offsetof(struct foo, data[n])); /* { dg-tag "user" "struct foo" } */
	keep = grab(n + offsetof(text_t, data)); /* { dg-tag "user" "text_t" } */
	keep = grab(n - offsetof(struct foo, data)); /* { dg-tag "user" "" } */
}
