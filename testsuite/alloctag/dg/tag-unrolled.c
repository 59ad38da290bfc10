/* A loop that GCC unrolls completely has one tag. */
/* { dg-do compile } */
/* { dg-options "-O3 -funroll-loops" } */
#include "mark.h"

char *p[4];

void user(void)
{
	int i;

#pragma GCC unroll 4
	for (i = 0; i < 4; i++)
		p[i] = grab(i); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-assembler-times "grab\\.alloctag" 4 } } */
