/* In a unit with errors, the plugin adds no diagnostics. */
/* { dg-do compile } */
#include "mark.h"

char *user(void)
{
	return grab(40) + missing; /* { dg-error "'missing' undeclared" } */
}
/* { dg-prune-output "note: each undeclared identifier" } */
