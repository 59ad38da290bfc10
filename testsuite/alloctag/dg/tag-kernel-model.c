/* With the kernel's options: code model, no red zone, no PIE. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -mcmodel=kernel -mno-red-zone -fno-pie -fno-strict-aliasing -fno-delete-null-pointer-checks -mno-sse" } */
#include "mark.h"

char *user(int n)
{
	return n ? grab(1) : /* { dg-tag "user" "char" } */
	       grab(2); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-disassembly user "R_X86_64_32S\[ \t\]+alloc_tags" } } */
