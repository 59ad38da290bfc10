/*
 * A name alone does not mark a function that only a system header declares: the
 * libraries have no variants. That is a warning, at the first call, and says
 * what to do. With a file it is marked, if it isn't built in.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -Wno-unused-result -fmacro-prefix-map=@D@/=" } */
/* { dg-allocators "list-library.list" } */
#include "list-library.h"

void *library_defined(int n)
{
	return library_marked(n);
}

void *user(int n)
{
	library_get(n); /* { dg-warning "9: 'library_get' is not marked: a list has its name, but it is declared in a system header" } */
	/* { dg-note "9: to mark it, list '\\*:library_get', if its library is built with the plugin" "" { target *-*-* } 18 } */
	/* { dg-note "9: if a function of the program is meant, list 'FILE:library_get' instead" "" { target *-*-* } 18 } */
	library_get(n);
	library_wildcard(n);
	library_marked(n); /* { dg-tag "user" "" file list-library.c } */
	library_defined(n); /* { dg-tag "user" "" file list-library.c } */
	strdup("a wildcard does not mean this one");
	calloc(n, n); /* { dg-warning "9: 'calloc' can't be given a tagged variant" } */
	/* { dg-note "9: GCC knows it as a built-in function and handles calls to it itself, unless '-fno-builtin-calloc' is given" "" { target *-*-* } 26 } */
	/* { dg-note "9: calls to it are not instrumented and carry no tag" "" { target *-*-* } 26 } */
	return malloc(n); /* { dg-warning "16: 'malloc' is not marked" } */
	/* { dg-note "16: to mark it, list '\\*:malloc' and compile with '-fno-builtin-malloc'" "" { target *-*-* } 29 } */
	/* { dg-note "16: if a function of the program is meant, list 'FILE:malloc' instead" "" { target *-*-* } 29 } */
}
/* { dg-final { scan-symbol " U library_get$" } } */
/* { dg-final { scan-symbol " U library_wildcard$" } } */
/* { dg-final { scan-symbol " U library_marked\\.alloctag$" } } */
/* { dg-final { scan-symbol " T library_defined\\.alloctag$" } } */
/* { dg-untagged-tag "library_defined" line 7 file list-library.h } */
