// SPDX-License-Identifier: GPL-2.0
/*
 * 70,000 tags without calls: more than all modules together can have. The tags
 * of crowd_calls.c follow.
 */
#include <linux/alloc_tag/abi.h>

static const struct alloc_tag fill[70000]
__attribute__((used, section(ALLOC_TAG_SECTION_NAME))) = {
	[0 ... 69999] = { .file = "fill", .line = 1, .function = "fill", .type = "" },
};
