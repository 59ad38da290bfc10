// SPDX-License-Identifier: GPL-2.0
/* The example of Documentation/code-tags.rst: a class of a module. */
#include <linux/module.h>
#include <linux/seq_file.h>
#include "draws.h"

struct draws_tag *draws_caller(void) __code_tag_caller;

void draw(unsigned int pixels)
{
	atomic_long_add(pixels, &draws_caller()->pixels);
}
EXPORT_SYMBOL_GPL(draw);

static void draws_show(struct seq_file *m, const struct code_tag *tag,
		       unsigned long idx)
{
	struct draws_tag *line = (struct draws_tag *)tag;

	seq_printf(m, " pixels:%ld", atomic_long_read(&line->pixels));
}

static struct code_tag_class draws = {
	.name = "draws",
	.size = sizeof(struct draws_tag),
	.show = draws_show,
};

static int __init draws_init(void)
{
	draw(1);
	return code_tag_class_register(&draws);
}
module_init(draws_init);

static void __exit draws_exit(void)
{
	code_tag_class_unregister(&draws);
}
module_exit(draws_exit);

MODULE_DESCRIPTION("Pixels drawn, by line");
MODULE_LICENSE("GPL");
