/* -flto -ffat-lto-objects: the plugin works before streaming, once. */
/* { dg-do compile } */
/* { dg-options "-O2 -flto -ffat-lto-objects" } */
#include "mark.h"

char *user(void)
{
	return grab(40); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " U grab\\.alloctag$" } } */
