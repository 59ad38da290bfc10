/*
 * A function of a library that was built without the plugin, but has the
 * attribute: "!FILE:NAME" wins over it.
 */
/* { dg-do run } */
/* { dg-unmarked-sources "unmarked-library-2.c" } */
/* { dg-allocators "unmarked-library.list" } */
#include "counter.h"
#include "unmarked-library.h"

int main(void)
{
	check(plain_get(20) == 21);
	return 0;
}
