/* SPDX-License-Identifier: GPL-2.0 */
/* Allocation tags: what the files of the runtime have in common. */
#ifndef _LIB_ALLOC_TAG_INTERNAL_H
#define _LIB_ALLOC_TAG_INTERNAL_H

#include <linux/alloc_tag_rt.h>
#include <linux/mutex.h>

extern struct mutex alloc_tag_mutex;

void alloc_tag_set_counting(bool on);
void alloc_tag_page_init(void);

#endif /* _LIB_ALLOC_TAG_INTERNAL_H */
