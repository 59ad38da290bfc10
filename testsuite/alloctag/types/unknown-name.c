/* Where the operand isn't understood, the type is empty, never its text. */
/* { dg-do compile } */
#include "mark.h"

void *keep;
enum { SIZE };

void user(int n)
{
	keep = grab(sizeof(SIZE)); /* { dg-tag "user" "" } */
	keep = grab(sizeof(n + 1L)); /* { dg-tag "user" "" } */
	keep = grab(sizeof(struct { int a; })); /* { dg-tag "user" "" } */
	keep = grab(sizeof('c')); /* { dg-tag "user" "" } */
}
