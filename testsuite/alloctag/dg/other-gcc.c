/* A plugin that was built for another GCC is refused, with an error. */
/* { dg-do compile } */
/* { dg-plugin other } */
/* { dg-error "was built for GCC \[0-9.\]+ and can't be used with GCC|cannot load plugin" "" { target *-*-* } 0 } */
/* { dg-prune-output "note: rebuild it|failed to initialize plugin" } */
int i;
