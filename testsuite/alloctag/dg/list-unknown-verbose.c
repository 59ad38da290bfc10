/*
 * With "verbose", two kinds of names are reported: those that don't occur, and
 * functions without a prototype.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu11 -fplugin-arg-alloctag_plugin-verbose" } */
/* { dg-allocators "list-unknown.list" } */
/* { dg-note "alloctag: 'no_such_function', named in '\[^'\]*list-unknown.list', does not occur in this unit" "" { target *-*-* } 0 } */
/* { dg-prune-output "note: alloctag: \[^\n\]*variants" } */

void *old_style(); /* { dg-note "7: 'old_style' can't be given a tagged variant" } */
/* { dg-note "7: it has no prototype" "" { target *-*-* } 11 } */
/* { dg-note "7: calls to it are not instrumented and carry no tag" "" { target *-*-* } 11 } */

void *user(void)
{
	return old_style(1);
}
/* { dg-tags none } */
