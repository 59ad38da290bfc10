// SPDX-License-Identifier: GPL-2.0
/*
 * A module with 2,048 lines that return an error, each of which is passed while
 * it is loaded: for kernel/errors/reloaded.exp.
 */
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/module.h>

/* The constants make the functions differ: else there would be only one. */
#define FUNCTION(n)	static noinline int error_##n(int i) { return i == 0x##n ? -EDOM : i; }
#define ADDRESS(n)	error_##n,

/* @what of each number that begins with the hexadecimal digits @n. */
#define TIMES_16(what, n) \
	what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7) \
	what(n##8) what(n##9) what(n##a) what(n##b) what(n##c) what(n##d) what(n##e) what(n##f)
#define TIMES_128(what, n) \
	TIMES_16(what, n##0) TIMES_16(what, n##1) TIMES_16(what, n##2) TIMES_16(what, n##3) \
	TIMES_16(what, n##4) TIMES_16(what, n##5) TIMES_16(what, n##6) TIMES_16(what, n##7)
#define TIMES_2048(what) \
	TIMES_128(what, 10) TIMES_128(what, 11) TIMES_128(what, 12) TIMES_128(what, 13) \
	TIMES_128(what, 14) TIMES_128(what, 15) TIMES_128(what, 16) TIMES_128(what, 17) \
	TIMES_128(what, 18) TIMES_128(what, 19) TIMES_128(what, 1a) TIMES_128(what, 1b) \
	TIMES_128(what, 1c) TIMES_128(what, 1d) TIMES_128(what, 1e) TIMES_128(what, 1f)

TIMES_2048(FUNCTION)

static int (*const functions[])(int) = { TIMES_2048(ADDRESS) };

static int __init many_errors_init(void)
{
	unsigned int i, passed = 0;

	for (i = 0; i < ARRAY_SIZE(functions); i++)
		passed += functions[i](0x1000 + i % 128 + i / 128 * 256) == -EDOM;
	pr_info("many_errors: %u\n", passed);
	return 0;
}
module_init(many_errors_init);

static void __exit many_errors_exit(void)
{
}
module_exit(many_errors_exit);

MODULE_DESCRIPTION("Many lines that return errors");
MODULE_LICENSE("GPL");
