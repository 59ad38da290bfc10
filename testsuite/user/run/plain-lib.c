// SPDX-License-Identifier: GPL-2.0
/* A library that was built without the plugin. */
#include <stdlib.h>

void *plain_alloc(size_t size);
void *plain_alloc(size_t size)
{
	return malloc(size);
}

void *plain_grow(void *p, size_t size);
void *plain_grow(void *p, size_t size)
{
	return realloc(p, size);
}

void plain_free(void *p);
void plain_free(void *p)
{
	free(p);
}
