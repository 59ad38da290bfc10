// SPDX-License-Identifier: GPL-2.0
/* All of malloc_usable_size() can be written to; the counts survive that. */
#include <malloc.h>

#include "check.h"

NOINLINE static char *allocate(size_t size)
{
	return malloc(size);
}

int main(void)
{
	size_t size;
	long calls = 0;

	for (size = 0; size < 3000000; size += 1 + size / 5, calls++) {
		char *p = allocate(size);

		expect_true(malloc_usable_size(p) >= size);
		memset(p, 0xff, malloc_usable_size(p));
		expect("allocate", size, 1, calls + 1);
		free(p);
		expect("allocate", 0, 0, calls + 1);
	}
	expect_true(malloc_usable_size(NULL) == 0);
	finish();
}
