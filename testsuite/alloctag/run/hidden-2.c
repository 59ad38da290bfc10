/* Defines what hidden.c uses. */
#include "counter.h"

__attribute__((visibility("hidden"))) char *get(size_t n) __allocator;
__attribute__((visibility("hidden"))) void *pointer_of_other_unit(void);

char *get(size_t n)
{
	return test_alloc(n);
}

void *pointer_of_other_unit(void)
{
	return (void *)get;
}
