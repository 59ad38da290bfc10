/* Another declaration can copy the attributes of a listed function. */
/* { dg-do compile } */
/* { dg-additional-options "-Wall -fplugin-arg-alloctag_plugin-mark=fault:@D@/decide-copy.list" } */
#include "decide.h"

int read_block(int n)
{
	return n;
}

extern int read_other(int) __attribute__((alias("read_block"), copy(read_block)));
/* { dg-final { scan-symbol "read_block\\.codetag\\.fault" } } */
