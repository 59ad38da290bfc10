/* sizeof that only rounds a number, in a mask or as a shift count. */
/* { dg-do compile } */
#include "mark.h"

void *keep;

#define ALIGN(x, a) (((x) + ((typeof(x))(a) - 1)) & ~((typeof(x))(a) - 1))
#define roundup(x, y) ({ typeof(y) __y = y; (((x) + (__y - 1)) / __y) * __y; })
#define round_up(x, y) ((((x) - 1) | ((typeof(x))((y) - 1))) + 1)

void user(unsigned long n)
{
	/* { dg-tag "user" "" line 14 } */
	keep = grab((n + sizeof(long) - 1) & ~(sizeof(long) - 1));
	keep = grab(n & -sizeof(int)); /* { dg-tag "user" "" } */
	keep = grab(n << sizeof(int)); /* { dg-tag "user" "" } */
	keep = grab(ALIGN(n, sizeof(long))); /* { dg-tag "user" "" } */
	keep = grab(roundup(n, sizeof(long))); /* { dg-tag "user" "" } */
	keep = grab(round_up(n, sizeof(long))); /* { dg-tag "user" "" } */
}
