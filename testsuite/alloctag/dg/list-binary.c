/* A file that is no text is refused. */
/* { dg-do compile } */
/* { dg-allocators "list-binary.list" } */
/* { dg-error "list-binary.list:1: this is not a text file" "" { target *-*-* } 0 } */
int i;
