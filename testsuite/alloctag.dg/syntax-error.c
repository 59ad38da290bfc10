/* A unit with errors of its own gets those and nothing of the plugin's. */
/* { dg-do compile } */
#include "mark.h"

char *user(void)
{
	return grab(40) + missing; /* { dg-error "'missing' undeclared" } */
}
/* { dg-prune-output "note: each undeclared identifier" } */
