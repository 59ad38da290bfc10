/*
 * Marked pointers can be compared with anything, without a warning: functions
 * without the mark, those without a variant, and other pointers.
 */
/* { dg-do compile } */
#include "mark.h"

static void *(*marked)(int n) __allocator;
static void *plain(int n) { return 0; }
__allocator void *get(int n);

int user(void *(*other)(int n), void (*third)(void))
{
	return marked == plain || marked == get || !marked ||
	       (void *)marked == (void *)other || (void *)marked == (void *)third;
}
