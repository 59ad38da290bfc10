/* originals= with any other value is an error. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-originals=some" } */
/* { dg-error "must be 'all', 'global' or 'none'" "" { target *-*-* } 0 } */
int i;
