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

NOINLINE static void unknown(void **to)
{
	*to = malloc(sizeof(struct item));
}

int main(void)
{
	void *p;

	free(by_result());
	unknown(&p);
	free(p);
	expect_true(!strcmp(counts_of("by_result").type, "struct item"));
	expect_true(!strcmp(counts_of("unknown").type, "-"));
	finish();
}
