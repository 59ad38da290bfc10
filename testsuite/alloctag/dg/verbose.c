/* "verbose" reports variants, calls rewritten, tags and calls left untagged. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-verbose" } */
/* { dg-note "alloctag: \[^ \]*verbose.c: variants 1, calls rewritten 3, tags 3, calls left untagged 1" "" { target *-*-* } 0 } */
#include "mark.h"

__allocator void *get(int n)
{
	return grab(n);
}

void *(*pointer)(int);

char *user(void)
{
	char *p = get(1);

	p += get(2) != 0;
	pointer = get;
	return p;
}
