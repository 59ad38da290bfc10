/* Functions that can't be asked first whether they are to fail, and why. */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-mark=fault:@D@/error-decide.list" } */
#include "decide.h"

int __attribute__((const)) f_const(int n) { return n; } /* { dg-error "28: 'f_const' can't be made to fail, as a list says" } */
/* { dg-note "28: calls of it may be left out" "" { target *-*-* } 6 } */
int __attribute__((pure)) f_pure(int n) { return n; } /* { dg-error "27: 'f_pure' can't be made to fail, as a list says" } */
/* { dg-note "27: calls of it may be left out" "" { target *-*-* } 8 } */
int __attribute__((noreturn)) f_noreturn(int n) { for (;;) n++; } /* { dg-error "31: 'f_noreturn' can't be made to fail, as a list says" } */
/* { dg-note "31: it does not return" "" { target *-*-* } 10 } */
int __attribute__((section(".noinstr.text"))) f_noinstr(int n) { return n; } /* { dg-error "47: 'f_noinstr' can't be made to fail, as a list says" } */
/* { dg-note "47: no code may be added to its section" "" { target *-*-* } 12 } */
void *f_allocator(int n) __attribute__((allocator));
void *f_allocator(int n) { return &f_allocator + n; } /* { dg-error "7: 'f_allocator' can't be made to fail: it is of the class 'allocator', for which nothing decides that" } */
/* { dg-note "7: declare functions with the attributes 'code_tag_fails\\(\"allocator\"\\)' and 'code_tag_result\\(\"allocator\"\\)'" "" { target *-*-* } 15 } */
int f_two_results(int n) { return n; } /* { dg-error "5: 'f_two_results' has two results to fail with, '-EIO' and '-EINTR'|'-EINTR' and '-EIO'" } */
