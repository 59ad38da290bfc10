/* A tail call is still a jump, with the tag in a register. */
/* { dg-do compile { target x86_64-*-* } } */
#include "mark.h"

char *user(void)
{
	return grab(40); /* { dg-tag "user" "char" } */
}

__allocator char *forward(int n, int flags) /* { dg-untagged-tag "forward" } */
{
	return grab(n);
}
/* { dg-final { scan-assembler-times "jmp\[ \t\]+grab\\.alloctag" 2 } } */
/* { dg-final { scan-assembler-not "call\[ \t\]" } } */
/* { dg-final { scan-disassembly user "lea.*rsi|mov.*\[er\]si" } } */
