/* originals=none leaves nothing that the argument fallback could call. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-alloctag_plugin-originals=none -fplugin-arg-alloctag_plugin-fallback" } */
/* { dg-error "'-fplugin-arg-alloctag_plugin-fallback' can't be used with 'originals=none'" "" { target *-*-* } 0 } */
int i;
