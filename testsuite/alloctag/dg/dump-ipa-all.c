/* -fdump-ipa-all writes the dump file of the plugin's pass as well. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all -dumpdir @O@/" } */
#include "mark.h"

char *user(void)
{
	return grab(40);
}
/* { dg-final { scan-ipa-dump "user: .*grab\\.alloctag|user: .*grab" } } */
/* { dg-final { scan-ipa-dump "variants 0, calls rewritten 1, tags 1, calls left untagged 0" } } */
