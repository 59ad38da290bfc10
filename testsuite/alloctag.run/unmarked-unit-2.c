/* The unit of unmarked-unit.c that knows nothing of tags. */
#include <stddef.h>

void *get(size_t n);

char *without_plugin(size_t n)
{
	return get(n);
}
