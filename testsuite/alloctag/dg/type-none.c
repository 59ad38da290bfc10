/* Nothing tells the type: it is empty. */
/* { dg-do compile } */
#include "mark.h"

void sink(void *);
void *keep;

void *user(int n)
{
	sink(grab(n)); /* { dg-tag "user" "" } */
	keep = grab(n + 1); /* { dg-tag "user" "" } */
	return grab(n + 2); /* { dg-tag "user" "" } */
}
