// SPDX-License-Identifier: GPL-2.0
/*
 * A module with 400 call sites, take000() to take399(). When it is loaded, it
 * calls the one whose number is given, and when it is unloaded, its object is
 * still in use.
 */
#include <linux/module.h>
#include <linux/slab.h>

#include "keeper.h"

static unsigned int which;
module_param(which, uint, 0444);

#define TAKE(n)							\
static noinline struct kept *take##n(void)			\
{								\
	return kmalloc(sizeof(struct kept), GFP_KERNEL);	\
}
#define TEN(f, n)						\
	f(n##0) f(n##1) f(n##2) f(n##3) f(n##4)			\
	f(n##5) f(n##6) f(n##7) f(n##8) f(n##9)
#define HUNDRED(f, n)						\
	TEN(f, n##0) TEN(f, n##1) TEN(f, n##2) TEN(f, n##3)	\
	TEN(f, n##4) TEN(f, n##5) TEN(f, n##6) TEN(f, n##7)	\
	TEN(f, n##8) TEN(f, n##9)
#define ALL(f)	HUNDRED(f, 0) HUNDRED(f, 1) HUNDRED(f, 2) HUNDRED(f, 3)
#define NAME(n)	take##n,

ALL(TAKE)

static struct kept *(*const take[])(void) = { ALL(NAME) };

static int __init leaky_init(void)
{
	struct kept *object;

	if (which >= ARRAY_SIZE(take))
		return -EINVAL;
	object = take[which]();
	if (!object)
		return -ENOMEM;
	keeper_keep(object);
	return 0;
}
module_init(leaky_init);

static void __exit leaky_exit(void) { }
module_exit(leaky_exit);

MODULE_DESCRIPTION("400 call sites, one of which leaks");
MODULE_LICENSE("GPL");
