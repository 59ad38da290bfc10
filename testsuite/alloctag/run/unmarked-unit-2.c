/* The unit of unmarked-unit.c that is built without the plugin. */
#include <stddef.h>

void *get(size_t n);

char *without_plugin(size_t n)
{
	return get(n);
}
