/* allocators= without a file. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-allocators" } */
/* { dg-error "'-fplugin-arg-alloctag_plugin-allocators' needs the name of a file" "" { target *-*-* } 0 } */
int i;
