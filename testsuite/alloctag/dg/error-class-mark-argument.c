/* The argument mark= needs the name of a class and of a file. */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-mark=wait" } */
/* { dg-error "'-fplugin-arg-alloctag_plugin-mark' needs the name of a class and of a file, 'CLASS:FILE'" "" { target *-*-* } 0 } */
int n;
