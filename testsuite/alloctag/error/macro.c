/* Names in macros: in their definitions, arguments, and of other names. */
/* { dg-do compile } */
/* { dg-plugin error } */
#include "errno.h"

#define CHECK(x)	do { if (x) return -EPERM; } while (0)
#define RETURN_IF(x, e)	do { if (x) return e; } while (0)
#define REFUSED		(-EINVAL)

int macros(int n)
{
	CHECK(n == 1);				/* { dg-origin EPERM macros } */
	RETURN_IF(n == 2, -EWOULDBLOCK);	/* { dg-origin EAGAIN macros } */
	return work(n);
}
