// SPDX-License-Identifier: GPL-2.0
/*
 * sort.c - sorting the first of many
 *
 * Of 50,000 lines, mostly 20 are shown. These are found with a heap of as many:
 * most of the others are compared with its top only.
 */
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/sort.h"

struct heap {
	char *array;
	size_t nr, size;	/* elements, and bytes of each */
	int (*compare)(const void *, const void *);
	char *moving;		/* room for one element */
};

static char *element(const struct heap *heap, size_t at)
{
	return heap->array + at * heap->size;
}

/*
 * Make a heap of the elements from AT down, which are one below it. The last in
 * order is at the top.
 */
static void sift_down(const struct heap *heap, size_t at)
{
	memcpy(heap->moving, element(heap, at), heap->size);
	for (;;) {
		size_t child = at * 2 + 1;

		if (child >= heap->nr)
			break;
		if (child + 1 < heap->nr &&
		    heap->compare(element(heap, child + 1), element(heap, child)) > 0)
			child++;
		if (heap->compare(element(heap, child), heap->moving) <= 0)
			break;
		memcpy(element(heap, at), element(heap, child), heap->size);
		at = child;
	}
	memcpy(element(heap, at), heap->moving, heap->size);
}

static void swap(const struct heap *heap, char *a, char *b)
{
	memcpy(heap->moving, a, heap->size);
	memcpy(a, b, heap->size);
	memcpy(b, heap->moving, heap->size);
}

/*
 * Bring the FIRST elements in order to the front of an array of NR elements of
 * SIZE bytes, sorted; the others follow in any order. 0 or more than NR: all.
 */
void sort_first(void *array, size_t nr, size_t size, size_t first,
		int (*compare)(const void *, const void *))
{
	struct heap heap = { .array = array, .size = size, .compare = compare };
	size_t i;

	if (!nr)
		return;
	/* A heap of many is slower than sorting. */
	if (!first || first > nr / 4)
		first = nr;
	heap.nr = first;
	heap.moving = xmalloc(size);
	for (i = first / 2; first < nr && i-- > 0;)
		sift_down(&heap, i);
	for (i = first; i < nr; i++) {
		if (compare(heap.array + i * size, heap.array) >= 0)
			continue;
		swap(&heap, heap.array + i * size, heap.array);
		sift_down(&heap, 0);
	}
	qsort(array, first, size, compare);
	free(heap.moving);
}

static int compare_keys(const void *x, const void *y)
{
	const struct sorted *a = x, *b = y;

	if (a->key != b->key)
		return a->key < b->key ? 1 : -1;
	return a->index < b->index ? -1 : a->index > b->index;
}

/* The largest key first; of equal ones, the first element. */
void sort_by_key(struct sorted *array, size_t nr)
{
	qsort(array, nr, sizeof(*array), compare_keys);
}
