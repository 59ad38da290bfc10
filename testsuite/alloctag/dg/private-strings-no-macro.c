/* The argument private-strings needs the name of a macro. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-private-strings" } */
/* { dg-error "'-fplugin-arg-alloctag_plugin-private-strings' needs the name of a macro" "" { target *-*-* } 0 } */
int i;
