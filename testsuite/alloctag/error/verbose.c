/* The argument verbose: how many sites the unit has. */
/* { dg-do compile } */
/* { dg-plugin error } */
/* { dg-options "-fplugin-arg-error_origin_plugin-verbose" } */
/* { dg-note "3 sites of errors in 2 functions" "" { target *-*-* } 0 } */
#include "errno.h"

int f(int n)
{
	return n == 1 ? -EPERM : n == 2 ? -ENOENT : 0;
}

int g(int n)
{
	return n ? -EINVAL : 0;
}
