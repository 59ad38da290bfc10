/*
 * originals=none: the address of a function that another unit defines, and that
 * can't have a thunk here, is an error: one, however often it is taken.
 */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-originals=none" } */
#include "mark.h"

void *format(const char *text, ...) __allocator; /* { dg-error "the address of 'format' is taken" } */
/* { dg-note "it is variadic" "" { target *-*-* } 9 } */
/* { dg-note "use 'originals=global'" "" { target *-*-* } 9 } */
void *missing(int n) __allocator __attribute__((weak)); /* { dg-error "the address of 'missing' is taken" } */
/* { dg-note "it may be missing" "" { target *-*-* } 12 } */
/* { dg-note "use 'originals=global'" "" { target *-*-* } 12 } */

void *user(void)
{
	return format;
}

int is_there(void)
{
	return missing != 0;
}

void *again(void)
{
	return format;
}
/* { dg-final { scan-output-not "address of 'format'(.|\n)*address of 'format'" } } */
