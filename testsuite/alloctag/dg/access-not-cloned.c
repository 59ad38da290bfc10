/*
 * A variant with the attribute "access" is not cloned, for example to leave out
 * a tag that it doesn't use: clones lose the attribute, and _FORTIFY_SOURCE=3
 * the size of the argument.
 */
/* { dg-do compile } */
#include "mark.h"

#if __GNUC__ < 12
#define __builtin_dynamic_object_size __builtin_object_size
#endif

__attribute__((access(__read_write__, 1, 2), noinline)) __allocator
__SIZE_TYPE__ room(void *p, __SIZE_TYPE__ n, __SIZE_TYPE__ offset) /* { dg-untagged-tag "room" } */
{
	return __builtin_dynamic_object_size((char *)p + offset, 0);
}

volatile __SIZE_TYPE__ result[3];

int main(int argc, char **argv)
{
	result[0] = room(argv[0], 10, -1); /* { dg-tag "main" "" } */
	result[1] = room(argv[0], 10, 0); /* { dg-tag "main" "" } */
	result[2] = room(argv[0], 10, 11); /* { dg-tag "main" "" } */
	return 0;
}
/* { dg-final { scan-symbol-not "constprop|isra" } } */
