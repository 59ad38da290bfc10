/* Input that was preprocessed already: the original file has the names. */
/* { dg-do compile } */
/* { dg-plugin error } */
/* { dg-additional-options "-save-temps=obj" } */
#include "errno.h"

int f(int n)
{
	if (n)
		return -EINVAL;	/* { dg-origin EINVAL f } */
	if (work(n))
		return -22;
	return 0;
}
