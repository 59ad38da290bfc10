/*
 * The copy of a variadic function has the linkage, weakness, visibility and
 * section of the variant.
 */
/* { dg-do compile } */
#include "mark.h"

__attribute__((weak, visibility("hidden"), section(".init.text"))) __allocator
void *get(int n, ...) /* { dg-untagged-tag "get" } */
{
	__builtin_va_list ap;
	void *p;

	__builtin_va_start(ap, n);
	p = grab(n + __builtin_va_arg(ap, int));
	__builtin_va_end(ap);
	return p;
}
/* { dg-final { scan-symbol " W get$" } } */
/* { dg-final { scan-symbol " W get\\.alloctag$" } } */
/* { dg-final { scan-assembler "\\.hidden\[ \t\]+get$" } } */
/* { dg-final { scan-assembler "\\.hidden\[ \t\]+get\\.alloctag$" } } */
/* { dg-final { check-symbol-section get .init.text } } */
/* { dg-final { check-symbol-section get.alloctag .init.text } } */
