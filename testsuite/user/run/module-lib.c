// SPDX-License-Identifier: GPL-2.0
/* A library that dlopen.c and dlclose.c load. */
#include <stdlib.h>

static void *early;

__attribute__((constructor)) static void on_load(void)
{
	early = malloc(17);
}

__attribute__((destructor)) static void on_unload(void)
{
	free(early);
}

void *module_alloc(size_t size);
void *module_alloc(size_t size)
{
	return malloc(size);
}
