// SPDX-License-Identifier: GPL-2.0
/* Aligned blocks are aligned, and counted like others. */
#include <malloc.h>
#include <stdint.h>

#include "check.h"

#define is_aligned(p, to)	(!((uintptr_t)(p) & ((to) - 1)))

NOINLINE static void *by_aligned_alloc(size_t to, size_t n) { return aligned_alloc(to, n); }
NOINLINE static void *by_memalign(size_t to, size_t n) { return memalign(to, n); }
NOINLINE static void *by_valloc(size_t n) { return valloc(n); }
NOINLINE static void *by_pvalloc(size_t n) { return pvalloc(n); }

NOINLINE static void *by_posix_memalign(size_t to, size_t n)
{
	void *p = NULL;

	return posix_memalign(&p, to, n) ? NULL : p;
}

static void *all[5 * 20];

int main(void)
{
	size_t to, n = 0;
	long bytes = 0, pages = 0, calls = 0;

	for (to = 8; to <= 1 << 20; to *= 4, calls++) {
		size_t size = to * 3;
		int i;

		bytes += size;
		pages += (size + 4095) / 4096 * 4096;
		all[n++] = by_aligned_alloc(to, size);
		all[n++] = by_memalign(to, size);
		all[n++] = by_posix_memalign(to, size);
		for (i = 1; i <= 3; i++) {
			expect_true(is_aligned(all[n - i], to));
			memset(all[n - i], 1, size);
		}
		all[n++] = by_valloc(size);
		all[n++] = by_pvalloc(size);
		expect_true(is_aligned(all[n - 1], 4096) && is_aligned(all[n - 2], 4096));
		memset(all[n - 2], 1, size);
		memset(all[n - 1], 1, (size + 4095) / 4096 * 4096);
	}
	expect("by_aligned_alloc", bytes, calls, calls);
	expect("by_memalign", bytes, calls, calls);
	expect("by_posix_memalign", bytes, calls, calls);
	expect("by_valloc", bytes, calls, calls);
	expect("by_pvalloc", pages, calls, calls);
	/* A block that is moved is no longer theirs. */
	all[0] = realloc(all[0], 100000);
	while (n)
		free(all[--n]);
	expect("by_aligned_alloc", 0, 0, calls);
	expect("by_memalign", 0, 0, calls);
	expect("by_posix_memalign", 0, 0, calls);
	expect("by_valloc", 0, 0, calls);
	expect("by_pvalloc", 0, 0, calls);
	expect_true(posix_memalign(&all[0], 3, 10));
	finish();
}
