/* sizeof of a compound literal and of a cast. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *keep;

void user(void *p)
{
	keep = grab(sizeof((struct foo){ 0 })); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof (struct foo){ 0 }); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(*(struct foo *)p)); /* { dg-tag "user" "struct foo" } */
	keep = grab(sizeof(*((struct foo *)0))); /* { dg-tag "user" "struct foo" } */
}
