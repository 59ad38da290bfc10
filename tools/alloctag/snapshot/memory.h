/* SPDX-License-Identifier: GPL-2.0 */
/*
 * memory.h - free memory and slab objects
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/* The size of a page; the kernels that are supported are x86-64. */
#define PAGE_BYTES 4096

/* In bytes, -1: not known. */
struct memory {
	int64_t total, free_blocks, free_lists, slab_objects, percpu_objects;
};

void read_memory(struct memory *memory);
int64_t read_available(void);
int64_t read_slab_pages(void);
double uptime_seconds(void);

#endif
