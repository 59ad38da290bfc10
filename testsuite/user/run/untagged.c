// SPDX-License-Identifier: GPL-2.0
/*
 * Memory of a library built without the plugin is charged to malloc() itself.
 * Memory may be freed on either side; a block that such a library makes larger
 * remains its owner's.
 *
 * plain libraries: plain-lib
 * linked: plain-lib
 */
#include "check.h"

void *plain_alloc(size_t size);
void *plain_grow(void *p, size_t size);
void plain_free(void *p);

NOINLINE static void *own(size_t size)
{
	return malloc(size);
}

int main(void)
{
	struct counts before = counts_of("malloc"), after;
	void *p = plain_alloc(1000), *q = own(10);

	after = counts_of("malloc");
	expect_true(after.bytes == before.bytes + 1000 && after.live == before.live + 1);
	expect_true(!strcmp(after.type, "(untagged)"));
	expect_true(!strncmp(after.module, "liballoctag.so", 14));
	free(p);
	after = counts_of("malloc");
	expect_true(after.bytes == before.bytes && after.live == before.live);

	q = plain_grow(q, 5000);
	expect("own", 5000, 1, 2);
	plain_free(q);
	expect("own", 0, 0, 2);
	finish();
}
