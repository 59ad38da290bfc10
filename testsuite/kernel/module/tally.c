// SPDX-License-Identifier: GPL-2.0
/*
 * A module with a class of code tags whose lines have a flag, and with lines of
 * a class of vmlinux that are declared with another size.
 */
#include <linux/code_tag/query.h>
#include <linux/module.h>

struct tally_tag {
	CODE_TAG_FIELDS;
	u8 enabled;
} __code_tag_class(tally);

__code_tag_caller struct tally_tag *tally_caller(void);

static noinline u8 tally(void) __code_tag(tally);

static noinline u8 tally(void)
{
	return READ_ONCE(tally_caller()->enabled);
}

static u8 *enabled_of(struct code_tag *tag)
{
	return &((struct tally_tag *)tag)->enabled;
}

static const struct code_tag_flag tally_flags[] = {
	{ 1, 'x' },
	{ 2, 'y' },
};

static struct code_tag_class tally_class = {
	.name		= "tally",
	.size		= sizeof(struct tally_tag),
	.enabled	= enabled_of,
	.flag		= tally_flags,
	.nr_flags	= ARRAY_SIZE(tally_flags),
};

/* Of vmlinux: see <linux/code_tag/test.h>, where it is smaller. */
struct other_size {
	CODE_TAG_FIELDS;
	u64 more[3];
} __code_tag_class(code_tag_test);

__code_tag_caller struct other_size *other_size_caller(void);

static noinline unsigned int other_size(void) __code_tag(code_tag_test);

static noinline unsigned int other_size(void)
{
	return READ_ONCE(other_size_caller()->more[0]);
}

static int __init tally_init(void)
{
	int err = code_tag_class_register(&tally_class);

	/* Four, so that the array has a size that fits both declarations. */
	if (!err)
		pr_info("tally: flags:%u more:%u\n", tally(),
			other_size() + other_size() + other_size() + other_size());
	return err;
}
module_init(tally_init);

static void __exit tally_exit(void)
{
	code_tag_class_unregister(&tally_class);
}
module_exit(tally_exit);

MODULE_DESCRIPTION("A class of code tags with flags");
MODULE_LICENSE("GPL");
