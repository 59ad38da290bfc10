/* A backslash at the end of a line joins it with the next one. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *keep;

void user(void)
{
	keep = grab(size\
of(struct fo\
o)); /* { dg-tag "user" "struct foo" line 10 } */
	keep = grab(1 + // a comment \
	       sizeof(long)
	       sizeof(struct foo)); /* { dg-tag "user" "struct foo" line 13 } */
}
