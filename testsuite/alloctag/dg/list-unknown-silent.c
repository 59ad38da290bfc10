/* Without "verbose", names that don't occur are not reported. */
/* { dg-do compile } */
/* { dg-allocators "list-unknown.list" } */
int i;
/* { dg-tags none } */
