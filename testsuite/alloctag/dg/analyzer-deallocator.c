/*
 * A deallocator that an allocator names in its attribute malloc, and that is
 * marked itself, is right for that allocator, and no other is.
 */
/* { dg-do compile } */
/* { dg-options "-O1 -fanalyzer -Wno-mismatched-dealloc -fdiagnostics-path-format=none" } */
#include "mark.h"

__allocator void my_free(void *p);
__allocator void other_free(void *p);
__allocator void *my_alloc(int n) __attribute__((malloc, malloc(my_free, 1)));
/* Unmarked allocators, too. */
void *plain_alloc(int n) __attribute__((malloc, malloc(my_free, 1)));
void *other_alloc(int n) __attribute__((malloc, malloc(other_free, 1)));

void right(void)
{
	my_free(my_alloc(3));
	my_free(plain_alloc(3));
	other_free(other_alloc(3));
}

void through_pointer(void)
{
	void (*release)(void *) = my_free;

	release(my_alloc(3));
}

void wrong(void)
{
	void *p = my_alloc(3);

	other_free(p); /* { dg-warning "'p' should have been deallocated with 'my_free'|'other_free' called on 'p'" } */
}
