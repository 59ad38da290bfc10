/* An unknown argument of the plugin's is an error, not ignored. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-alocators=x" } */
/* { dg-error "unknown plugin argument '-fplugin-arg-alloctag_plugin-alocators'" "" { target *-*-* } 0 } */
/* { dg-note "known arguments are" "" { target *-*-* } 0 } */
int i;
