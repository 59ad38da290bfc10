// SPDX-License-Identifier: GPL-2.0
/*
 * A module that calls functions of two classes: of the class "draws", which the
 * module draws.c has, and of the class "code_tag_test" in vmlinux.
 */
#include <linux/code_tag/test.h>
#include <linux/module.h>
#include "draws.h"

/* The lines that call this one are shown. */
static noinline void draw_square(unsigned int side) __code_tag(draws);

static noinline void draw_square(unsigned int side)
{
	draw(side * side);
}

static int __init draws_user_init(void)
{
	draw(41);
	draw_square(10);
	code_tag_test_call("a module");
	return 0;
}
module_init(draws_user_init);

static void __exit draws_user_exit(void)
{
	draw(7);
}
module_exit(draws_user_exit);

MODULE_DESCRIPTION("A user of two classes of code tags");
MODULE_LICENSE("GPL");
