/* A typedef's name is used, not the name of the type behind it. */
/* { dg-do compile } */
#include "mark.h"

typedef unsigned int u32;
typedef struct { int a; } anonymous_t;

u32 *user1(void)
{
	return grab(1); /* { dg-tag "user1" "u32" } */
}

anonymous_t *user2(void)
{
	return grab(2); /* { dg-tag "user2" "anonymous_t" } */
}
