/* Allocators that name their deallocators, defined here or elsewhere. */
#include <stddef.h>
#include <stdlib.h>

void my_free(void *p);
void other_free(void *p);
void here_free(void *p);
void *my_alloc(size_t n) __attribute__((malloc, malloc(my_free, 1)));
void *other_alloc(size_t n)
	__attribute__((malloc, malloc(other_free, 1), malloc(here_free, 1)));

void here_free(void *p)
{
	other_free(p);
}

void right(void)
{
	void *p = my_alloc(3), *q = other_alloc(4), *r = other_alloc(5);

	my_free(p);
	other_free(q);
	here_free(r);
}

void wrong(void)
{
	void *p = my_alloc(3);

	other_free(p);
}

void wrong_built_in(void)
{
	void *p = my_alloc(3);

	free(p);
}

void leaks(void)
{
	char *p = my_alloc(3);

	*p = 1;
}

void twice(void)
{
	void *p = my_alloc(3);

	my_free(p);
	my_free(p);
}
