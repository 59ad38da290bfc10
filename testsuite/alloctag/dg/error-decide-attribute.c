/* What code_tag_fails and code_tag_result can be on, and what they need. */
/* { dg-do compile } */
#include <stdbool.h>

bool a(int n) __attribute__((code_tag_fails("fault"))); /* { dg-error "6: 'code_tag_fails' attribute applies to functions with the type '(_B|b)ool\\(const char \\*\\)' only" } */
int b(void) __attribute__((code_tag_fails("fault"))); /* { dg-error "5: 'code_tag_fails' attribute applies to functions with the type" } */
long c(int n) __attribute__((code_tag_result("fault"))); /* { dg-error "6: 'code_tag_result' attribute applies to functions with the type 'long int\\(const char \\*, long int\\)' only" } */
bool d __attribute__((code_tag_fails("fault"))); /* { dg-error "6: 'code_tag_fails' attribute applies to functions with the type" } */
bool e(void) __attribute__((code_tag_fails("not a name"))); /* { dg-error "6: the argument of the 'code_tag_fails' attribute is not the name of a class" } */
/* { dg-note "6: write an identifier in quotes, as in 'code_tag_fails\\(\"fault\"\\)'" "" { target *-*-* } 9 } */
bool f(void) __attribute__((code_tag_fails(3))); /* { dg-error "6: the argument of the 'code_tag_fails' attribute is not the name of a class" } */
/* { dg-note "6: write an identifier in quotes" "" { target *-*-* } 11 } */
bool g(const char *name) __attribute__((code_tag_fails("fault")));
long h(const char *name, long n) __attribute__((code_tag_result("fault")));
