/* A call in a header's inline function has the header's name and line. */
/* { dg-do compile } */
/* { dg-options "-O2 -fmacro-prefix-map=@D@/=" } */
#include "mark.h"
#include "file-header.h"

char *user(void)
{
	return header_helper();
}
/* { dg-tag "header_helper" "char" line 5 file "file-header.h" } */
