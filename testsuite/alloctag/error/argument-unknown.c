/* An unknown argument of the plugin is an error that lists the known ones. */
/* { dg-do compile } */
/* { dg-plugin error } */
/* { dg-options "-fplugin-arg-error_origin_plugin-color" } */
/* { dg-error "unknown plugin argument .-fplugin-arg-error_origin_plugin-color." "" { target *-*-* } 0 } */
/* { dg-note "known arguments are .list=. and .verbose." "" { target *-*-* } 0 } */
int x;
