/* An unknown plugin argument is an error; it is not ignored. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-alocators=x" } */
/* { dg-error "unknown plugin argument '-fplugin-arg-alloctag_plugin-alocators'" "" { target *-*-* } 0 } */
/* { dg-note "known arguments are" "" { target *-*-* } 0 } */
int i;
