/* Names that don't occur are nothing to say without "verbose". */
/* { dg-do compile } */
/* { dg-allocators "list-unknown.list" } */
int i;
/* { dg-tags none } */
