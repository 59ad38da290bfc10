// SPDX-License-Identifier: GPL-2.0
/*
 * Allocations before main() are counted: in the first constructor, and
 * before any.
 *
 * not with: libtcmalloc*
 */
#include "check.h"

static void *first, *second;

static void before_constructors(void)
{
	first = malloc(11);
}

/* Runs before the constructors of shared libraries. */
__attribute__((section(".preinit_array"), used))
static void (*const preinit)(void) = before_constructors;

__attribute__((constructor(101))) static void in_constructor(void)
{
	second = calloc(1, 13);
}

int main(void)
{
	expect("before_constructors", 11, 1, 1);
	expect("in_constructor", 13, 1, 1);
	first = realloc(first, 100);
	free(second);
	free(first);
	expect("before_constructors", 0, 0, 1);
	expect("in_constructor", 0, 0, 1);
	expect("main", 0, 0, 1);
	finish();
}
