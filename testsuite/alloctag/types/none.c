/*
 * Nothing tells the type: it is empty. A sizeof in the arguments does not: GCC
 * has folded it to a number.
 */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };

void sink(void *);
void *keep;

void *user(int n)
{
	sink(grab(n)); /* { dg-tag "user" "" } */
	keep = grab(sizeof(struct foo)); /* { dg-tag "user" "" } */
	return grab(n + 2); /* { dg-tag "user" "" } */
}
