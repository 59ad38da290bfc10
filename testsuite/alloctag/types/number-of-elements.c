/* sizeof that is only compared, or that makes a number, names no object. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
void *grab_array(__SIZE_TYPE__ n, __SIZE_TYPE__ size) __allocator;
void *keep;
static short table[20];

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

void user(int n)
{
	keep = grab_array(ARRAY_SIZE(table), 4); /* { dg-tag "user" "" } */
	keep = grab_array(ARRAY_SIZE(table), sizeof(struct foo)); /* { dg-tag "user" "struct foo" } */
	keep = grab((n + sizeof(long) - 1) / sizeof(long)); /* { dg-tag "user" "" } */
	keep = grab(sizeof(long) == 8 ? n : n + 1); /* { dg-tag "user" "" } */
	keep = grab(n > sizeof(struct foo) ? n : sizeof(struct foo)); /* { dg-tag "user" "struct foo" } */
}
