/*
 * A direct call of a marked function from unmarked code calls the variant. Its
 * tag has the call's line, function and type.
 */
/* { dg-do compile } */
#include "mark.h"

struct foo { int a, b; };

struct foo *user(void)
{
	return grab(sizeof(struct foo)); /* { dg-tag "user" "struct foo" column 9 } */
}

/* { dg-final { scan-assembler "grab\\.alloctag" } } */
/* { dg-final { scan-symbol "U grab\\.alloctag$" } } */
/* { dg-final { scan-symbol-not "U grab$" } } */
