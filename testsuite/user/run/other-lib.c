// SPDX-License-Identifier: GPL-2.0
/* A library that dlopen.c and dlclose.c load. */
#include <stdlib.h>

static void *early;

__attribute__((constructor)) static void other_load(void)
{
	early = malloc(19);
}

__attribute__((destructor)) static void other_unload(void)
{
	free(early);
}

void *other_alloc(size_t size);
void *other_alloc(size_t size)
{
	return malloc(size);
}
