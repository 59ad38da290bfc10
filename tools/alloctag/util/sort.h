/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sort.h - sorting the first of many
 */
#ifndef SORT_H
#define SORT_H

#include <stddef.h>

void sort_first(void *array, size_t nr, size_t size, size_t first,
		int (*compare)(const void *, const void *));

#endif
