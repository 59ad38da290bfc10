/* The attribute takes no argument, or a string. */
/* { dg-do compile } */

void *get(int n) __attribute__((allocator("a", "b"))); /* { dg-error "wrong number of arguments specified for 'allocator' attribute" } */
/* { dg-prune-output "note: expected" } */
void *take(int n) __attribute__((allocator(1))); /* { dg-error "7: the argument of the 'allocator' attribute is not a string" } */
/* { dg-note "7: write the name of a type, as in" "" { target *-*-* } 6 } */
void *make(int n) __attribute__((allocator("struct page")));
