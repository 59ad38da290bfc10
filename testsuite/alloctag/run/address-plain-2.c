/* The unit of address.c that is built without the plugin. */
#include <stddef.h>

void *get(size_t n);

void *(*plain_unit(void))(size_t)
{
	return get;
}
