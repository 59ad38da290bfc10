// SPDX-License-Identifier: GPL-2.0
/*
 * In a program that isn't position-independent and takes the address of
 * malloc(), that is an address in the program. Blocks are counted all the same,
 * calls through the pointer without a tag.
 *
 * flags: -fno-pie -no-pie
 */
#include "check.h"

static void *(*volatile by_pointer)(size_t);

NOINLINE static void *direct(void)
{
	return malloc(10);
}

int main(void)
{
	struct counts before;
	void *p, *q;

	/* The address is the stub's: it isn't read from a table. */
	__asm__("movq $malloc, %0" : "=r"(by_pointer));
	p = direct();
	before = counts_of("malloc");
	q = by_pointer(1000);
	expect("direct", 10, 1, 1);
	expect("malloc", before.bytes + 1000, before.live + 1, before.allocs + 1);
	free(p);
	free(q);
	expect("direct", 0, 0, 1);
	finish();
}
