// SPDX-License-Identifier: GPL-2.0
/*
 * 70,000 tags without calls: more than all modules together can have. The tags
 * of crowd_calls.c follow.
 */
#include "fill_tags.h"

FILL_TAGS(70000);
