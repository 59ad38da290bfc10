/* What a function can't return is an error, where it is defined. */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-mark=fault:@D@/error-result.list" } */
#include "decide.h"

void f_void(void) { } /* { dg-error "6: 'f_void' can't return '-EIO', which a list says it fails with" } */
/* { dg-note "6: it returns 'void'" "" { target *-*-* } 6 } */
unsigned int f_unsigned(void) { return 1; } /* { dg-error "14: 'f_unsigned' can't return '-EIO'" } */
/* { dg-note "14: it returns 'unsigned int'" "" { target *-*-* } 8 } */
signed char f_char(void) { return 1; } /* { dg-error "13: 'f_char' can't return '-EIO'" } */
/* { dg-note "13: it returns 'signed char'" "" { target *-*-* } 10 } */
int f_int(void) { return 1; } /* { dg-error "5: 'f_int' can't return 'NULL'" } */
/* { dg-note "5: it returns 'int'" "" { target *-*-* } 12 } */
void *__attribute__((returns_nonnull)) f_nonnull(void) { return &f_nonnull; } /* { dg-error "40: 'f_nonnull' can't return 'NULL'" } */
/* { dg-note "40: it returns 'void \\*'" "" { target *-*-* } 14 } */
int f_true(void) { return 1; } /* { dg-error "5: 'f_true' can't return 'true'" } */
/* { dg-note "5: it returns 'int'" "" { target *-*-* } 16 } */
long f_two(void *a, void *b) { return a == b; } /* { dg-error "6: 'f_two' can't return 'arg2'" } */
/* { dg-note "6: it returns 'long int'; the argument must be an integer" "" { target *-*-* } 18 } */
long f_three(int a, int b) { return a + b; } /* { dg-error "6: 'f_three' can't return 'arg3'" } */
/* { dg-note "6: it returns 'long int'; the argument must be an integer" "" { target *-*-* } 20 } */
unsigned char f_large(void) { return 1; } /* { dg-error "15: 'f_large' can't return '256'" } */
/* { dg-note "15: it returns 'unsigned char'" "" { target *-*-* } 22 } */
struct { int a; } f_struct(void) { return (typeof(f_struct())){ 1 }; } /* { dg-error "19: 'f_struct' can't return '0'" } */
/* { dg-note "19: it returns 'struct <anonymous>'" "" { target *-*-* } 24 } */
double f_double(void) { return 1; } /* { dg-error "8: 'f_double' can't return '0'" } */
/* { dg-note "8: it returns 'double'" "" { target *-*-* } 26 } */
long f_clear(const char *a, int b) { return a[b]; } /* { dg-error "6: 'f_clear' can't return 'arg2,clear1'" } */
/* { dg-note "6: it returns 'long int'; the argument must be an integer" "" { target *-*-* } 28 } */
/* { dg-note "6: the argument whose memory is cleared must point to what may be changed" "" { target *-*-* } 28 } */
