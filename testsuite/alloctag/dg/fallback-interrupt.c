/* An interrupt handler can't be called from C. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -mgeneral-regs-only" } */
#include "mark.h"

struct frame;
void handle(void);

__attribute__((interrupt)) __allocator void get(struct frame *frame) /* { dg-warning "45: 'get' can't be given a tagged variant" } */
{
	handle();
}
/* { dg-note "it is an 'interrupt' handler" "" { target *-*-* } 9 } */
/* { dg-note "calls to it are not instrumented" "" { target *-*-* } 9 } */
/* { dg-final { scan-disassembly get "iret" } } */
