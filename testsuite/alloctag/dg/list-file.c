/*
 * FILE:NAME marks functions that are declared or defined in FILE, also if a
 * header declares them. "file.h" is not "list-file.h": a pattern
 * begins at the start of the name or after a slash. Files have the names that
 * tags have.
 */
/* { dg-do compile } */
/* { dg-options "-O2 -fmacro-prefix-map=@D@/=src/lib/" } */
/* { dg-allocators "list-file.list" } */
#include "list-file.h"

void *everywhere(int n);
static __attribute__((noinline)) void *here(int n)
{
	return everywhere(n);
}
static __attribute__((noinline)) void *here_too(int n)
{
	return everywhere(n);
}
__attribute__((noinline)) void *here_not(int n)
{
	return everywhere(n); /* { dg-tag "here_not" "" file src/lib/list-file.c } */
}

void *in_header_defined(int n) /* { dg-untagged-tag "in_header_defined" file src/lib/list-file.c } */
{
	return here(n);
}

char *user(int n)
{
	char *p = in_header(n); /* { dg-tag "user" "char" file src/lib/list-file.c } */
	p = in_header_wrong_file(n);
	p = in_header_inline(n);
	p = in_header_defined(n); /* { dg-tag "user" "char" file src/lib/list-file.c } */
	p = here(n); /* { dg-tag "user" "char" file src/lib/list-file.c } */
	p = here_too(n); /* { dg-tag "user" "char" file src/lib/list-file.c } */
	p = here_not(n);
	return p;
}
/* { dg-tag "in_header_inline" "" line 8 file src/lib/list-file.h } */
/* { dg-final { scan-symbol " t here\\.alloctag$" } } */
/* { dg-final { scan-symbol " t here_too\\.alloctag$" } } */
/* { dg-final { scan-symbol-not "here_not\\.alloctag$" } } */
/* { dg-final { scan-symbol " T in_header_defined\\.alloctag$" } } */
