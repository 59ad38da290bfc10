/* -flto -ffat-lto-objects: the pass runs once, before LTO streaming. */
/* { dg-do compile } */
/* { dg-options "-O2 -flto -ffat-lto-objects" } */
#include "mark.h"

char *user(void)
{
	return grab(40); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " U grab\\.alloctag$" } } */
