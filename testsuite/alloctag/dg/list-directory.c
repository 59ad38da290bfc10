/* A directory can be opened, but not read as a list. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-allocators=@D@" } */
/* { dg-error "cannot read the list of functions '\[^'\]*': Is a directory" "" { target *-*-* } 0 } */
/* { dg-prune-output "note: it was given with" } */
int i;
