/* The plugin is for C: in a C++ compiler there is one error, at once. */
/* { dg-do compile } */
/* { dg-options "-x c++" } */
/* { dg-error "alloctag_plugin is for C and can't be used with GNU C\\+\\+\[0-9a-z\]*: leave out '-fplugin=' for this file" "" { target *-*-* } 0 } */
/* { dg-prune-output "compilation terminated" } */
struct s {
	__attribute__((allocator)) virtual void *get(int n);
};
