// SPDX-License-Identifier: GPL-2.0
/* A line has the type of the object. */
#include "check.h"

struct item {
	int number;
};

NOINLINE static struct item *by_result(void)
{
	return malloc(sizeof(struct item));
}

NOINLINE static void by_sizeof(void **to)
{
	*to = calloc(3, sizeof(struct item));
}

NOINLINE static void unknown(void **to, size_t size)
{
	*to = malloc(size);
}

int main(void)
{
	void *p, *q;

	free(by_result());
	by_sizeof(&p);
	unknown(&q, 10);
	free(p);
	free(q);
	expect_true(!strcmp(counts_of("by_result").type, "struct item"));
	expect_true(!strcmp(counts_of("by_sizeof").type, "struct item"));
	expect_true(!strcmp(counts_of("unknown").type, "-"));
	finish();
}
