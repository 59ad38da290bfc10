/*
 * The variant of a function with the attribute "format" has it, too: GCC's
 * optimisers find a null string. The tag is before the variable arguments.
 */
/* { dg-do compile } */
/* { dg-additional-options "-Wformat=2 -Wformat-overflow=2" } */
#include "mark.h"

void *print(const char *format, ...) __allocator __attribute__((format(printf, 1, 2)));
void *print_to(int n, const char *format, ...) __allocator __attribute__((format(printf, 2, 3)));
void *print_list(const char *format, __builtin_va_list list) __allocator
	__attribute__((format(printf, 1, 0)));

char *user(int n, __builtin_va_list list)
{
	const char *null = 0;

	print("%d %s", n, null); /* { dg-tag "user" "" } */
	/* { dg-warning "null" "" { target *-*-* } 18 } */
	print_to(n, "%s %d", "good", n); /* { dg-tag "user" "" } */
	print_to(n, "%d %s", n, null); /* { dg-tag "user" "" } */
	/* { dg-warning "null" "" { target *-*-* } 21 } */
	return print_list("good", list); /* { dg-tag "user" "char" } */
}
