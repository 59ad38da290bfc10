/* The plugin argument "dump" writes the dump file of the pass. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-dump -dumpdir @O@/" } */
#include "mark.h"

char *user(void)
{
	return grab(40);
}
/* { dg-final { scan-ipa-dump "variants 0, calls rewritten 1, tags 1, calls left untagged 0" } } */
