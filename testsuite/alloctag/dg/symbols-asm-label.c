/* With an asm label, the variant's name is derived from the label. */
/* { dg-do compile } */
#include "mark.h"

void *get(int n) asm("real_get") __allocator;
void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

void *far(int n) asm("real_far") __allocator;

char *user(void)
{
	return far(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " T real_get$" } } */
/* { dg-final { scan-symbol " T real_get\\.alloctag$" } } */
/* { dg-final { scan-symbol " U real_far\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " get" } } */
