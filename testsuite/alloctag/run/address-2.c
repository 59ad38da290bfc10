/* The unit of address.c that is built with the plugin. */
#include "counter.h"

void *get(size_t n) __allocator;

void *(*marked_unit(void))(size_t)
{
	return get;
}
