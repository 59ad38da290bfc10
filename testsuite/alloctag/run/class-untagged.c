/*
 * Calls of a function of a class through a pointer have the tag of its
 * definition, with the flag, if the class has a field for that.
 */
/* { dg-do run } */
#include <stdlib.h>
#include <string.h>
#include "mark.h"
#include "class.h"

static struct wait_tag *waited;

__attribute__((noinline)) __wait void wait_for(void) { waited = wait_caller(); }
enum { definition = __LINE__ - 1 };

static void (*volatile pointer)(void) = wait_for;

int main(void)
{
	pointer();
	if (waited->line != definition || waited->flags != CODE_TAG_UNTAGGED ||
	    strcmp(waited->function, "wait_for"))
		abort();
	return 0;
}
