/* A function whose calls can't pass a tag would fail for all, or for none. */
/* { dg-do compile } */
/* { dg-additional-options "-std=gnu17 -Wno-attributes -fplugin-arg-alloctag_plugin-mark=fault:@D@/error-decide-tag.list" } */
#include "decide.h"

__attribute__((constructor)) int f_constructor(void) { return 0; } /* { dg-error "34: 'f_constructor' can't be made to fail: its calls pass no tag of its class" } */
/* { dg-note "34: remove its entry from the list" "" { target *-*-* } 6 } */
int f_old(n) int n; { return n; } /* { dg-error "5: 'f_old' can't be made to fail: its calls pass no tag of its class" } */
/* { dg-note "5: remove its entry from the list" "" { target *-*-* } 8 } */
