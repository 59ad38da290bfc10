/* A directive inside the call: it is not known which lines count. */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a; };
struct bar { int a; };
void *keep;

void user(void)
{
	keep = grab( /* { dg-tag "user" "" } */
#ifdef __GNUC__
		    sizeof(struct foo)
#else
		    sizeof(struct bar)
#endif
		    );
}
