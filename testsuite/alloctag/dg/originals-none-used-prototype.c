/*
 * originals=none: a prototype with the attribute "used" says that the unit with
 * the definition has the function under its name. So its address is the same in
 * a kernel and in modules. Other units have no thunk, and export both names if
 * they have the definition.
 */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie -fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"
#include "export.h"

__attribute__((used)) void *fetch(int n) __allocator;
__attribute__((used)) void *get(int n) __allocator;
void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}
EXPORT_SYMBOL(get);

void *(*const table[])(int) = { fetch };

int is_fetch(void *(*function)(int))
{
	return function == fetch;
}

char *user(void)
{
	return fetch(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " U fetch$" } } */
/* { dg-final { scan-symbol " U fetch\\.alloctag$" } } */
/* { dg-final { scan-symbol " T get$" } } */
/* { dg-final { scan-symbol " T get\\.alloctag$" } } */
/* { dg-final { scan-symbol " __ksymtab_get$" } } */
/* { dg-final { scan-symbol " __ksymtab_get\\.alloctag$" } } */
/* { dg-final { scan-symbol-not "untagged" } } */
