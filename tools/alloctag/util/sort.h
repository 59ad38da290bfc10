/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sort.h - sorting the first of many
 */
#ifndef SORT_H
#define SORT_H

#include <stddef.h>

void sort_first(void *array, size_t nr, size_t size, size_t first,
		int (*compare)(const void *, const void *));

/* The number of an element, and what it is sorted by. */
struct sorted {
	size_t index;
	double key;
};

void sort_by_key(struct sorted *array, size_t nr);

#endif
