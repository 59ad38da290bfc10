// SPDX-License-Identifier: GPL-2.0
/*
 * A library loaded with RTLD_DEEPBIND calls the C library's malloc(), not ours.
 * Its blocks and ours can be freed, and made larger, on either side.
 *
 * plain libraries: plain-lib
 * not with: *
 */
#include <dlfcn.h>

#include "check.h"

NOINLINE static void *own(size_t size)
{
	return malloc(size);
}

int main(void)
{
	void *library = dlopen("./plain-lib.so", RTLD_NOW | RTLD_DEEPBIND);
	void *(*plain_alloc)(size_t) = (void *(*)(size_t))dlsym(library, "plain_alloc");
	void *(*plain_grow)(void *, size_t) =
		(void *(*)(void *, size_t))dlsym(library, "plain_grow");
	void (*plain_free)(void *) = (void (*)(void *))dlsym(library, "plain_free");
	struct counts before = counts_of("malloc");
	size_t size;

	for (size = 1; size < 1000000; size *= 3) {
		char *p = plain_alloc(size);

		memset(p, 0x55, size);
		expect_true(counts_of("malloc").allocs == before.allocs);
		free(p);
		p = plain_alloc(size);
		memset(p, 0x55, size);
		p = realloc(p, 2 * size);
		expect_true(p[size - 1] == 0x55);
		expect_true(counts_of("main").bytes == (long)(2 * size));
		free(p);
		p = own(size);
		plain_free(plain_grow(p, 2 * size));
	}
	/*
	 * Blocks that were freed there remain charged, unless one of the same
	 * address and size is freed here.
	 */
	expect_true(counts_of("own").frees <= counts_of("own").allocs);
	finish();
}
