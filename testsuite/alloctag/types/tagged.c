/* Unions and enums have their keyword. */
/* { dg-do compile } */
#include "mark.h"

union u { int a; char b; };
enum e { A, B };

union u *user1(void)
{
	return grab(1); /* { dg-tag "user1" "union u" } */
}

enum e *user2(void)
{
	return grab(2); /* { dg-tag "user2" "enum e" } */
}
