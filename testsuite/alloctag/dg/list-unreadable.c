/* A list that doesn't exist. */
/* { dg-do compile } */
/* { dg-allocators "there-is-no-such.list" } */
/* { dg-error "cannot read the list of functions '\[^'\]*there-is-no-such.list': No such file or directory" "" { target *-*-* } 0 } */
/* { dg-note "it was given with '-fplugin-arg-alloctag_plugin-allocators='" "" { target *-*-* } 0 } */
int i;
