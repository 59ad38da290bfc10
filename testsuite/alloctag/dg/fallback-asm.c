/*
 * A marked function that an asm statement at file scope defines is left alone.
 * If it is global, its variant is a second name of it. Functions that the
 * statements only use or declare, or name in a comment, a string or another
 * symbol, are marked.
 */
/* { dg-do compile } */
#include "mark.h"

asm(".text\n"
    ".globl label, far_label, declared\n"
    "label: nop\n"
    "	.macro define name\n"
    "\\name: nop\n"
    "	.endm\n"
    "	define far_label\n"
    "	.quad used\n"
    "	# used = 1\n"
    "	# used: nop /* used: */\n"
    "	.ascii \"used: \\\"used:\"\n"
    "	.weak used\n"
    "used_too: .quad used");
asm(".set by_value , label\n by_equals = label\n/* used: */ .weak used");

int label(int n) __allocator; /* { dg-warning "5: 'label' can't be given a tagged variant" } */
/* { dg-note "5: assembly code in this unit defines it" "" { target *-*-* } 25 } */
/* { dg-note "5: calls to it are not instrumented" "" { target *-*-* } 25 } */
int by_value(int n) __allocator; /* { dg-warning "5: 'by_value' can't be given a tagged variant" } */
/* { dg-note "5: assembly code in this unit defines it" "" { target *-*-* } 28 } */
/* { dg-note "5: calls to it are not instrumented" "" { target *-*-* } 28 } */
int far_label(int n, ...) __allocator; /* { dg-warning "5: 'far_label' can't be given a tagged variant" } */
/* { dg-note "5: assembly code in this unit defines it" "" { target *-*-* } 31 } */
/* { dg-note "5: units that see the mark won't link: remove it" "" { target *-*-* } 31 } */
int by_equals(int n) __allocator; /* { dg-warning "5: 'by_equals' can't be given a tagged variant" } */
/* { dg-note "5: assembly code in this unit defines it" "" { target *-*-* } 34 } */
/* { dg-note "5: calls to it are not instrumented" "" { target *-*-* } 34 } */
int used(int n) __allocator;
int declared(int n) __allocator;

int user(int n)
{
	return label(n) + by_value(n) + by_equals(n) + far_label(n, n) +
	       used(n) + /* { dg-tag "user" "" } */
	       declared(n); /* { dg-tag "user" "" } */
}
/* { dg-final { scan-symbol " T label\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " by_value\\.alloctag$" } } */
/* { dg-final { scan-symbol-not " far_label\\.alloctag$" } } */
