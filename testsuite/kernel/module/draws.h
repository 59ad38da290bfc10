/* SPDX-License-Identifier: GPL-2.0 */
/* The header of the example of Documentation/code-tags.rst. */
#include <linux/code_tag.h>

struct draws_tag {
	CODE_TAG_FIELDS;
	atomic_long_t pixels;
} __code_tag_class(draws);

void draw(unsigned int pixels) __code_tag(draws);
