/* The attribute takes no arguments. */
/* { dg-do compile } */

void *get(int n) __attribute__((allocator(1))); /* { dg-error "wrong number of arguments specified for 'allocator' attribute" } */
/* { dg-prune-output "note: expected" } */
