/*
 * The other unit of builtin-elsewhere.c. Declared with another result, the
 * function is not the built-in one.
 */
#include "counter.h"

long strpbrk(const char *string, const char *characters) __allocator;

char *by_other_unit(const char *string)
{
	return (char *)strpbrk(string, "b");
}
