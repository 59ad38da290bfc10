/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: what tags of all classes begin with. Includes nothing of the
 * kernel's: struct wait_tag is in all files.
 */
#ifndef _LINUX_CODE_TAG_FIELDS_H
#define _LINUX_CODE_TAG_FIELDS_H

#include <linux/alloc_tag/abi.h>

/*
 * As in struct alloc_tag, which has their descriptions. The plugin fills all
 * but idx, which is set when the class is registered or the module loaded.
 */
#define CODE_TAG_FIELDS							\
	int file;							\
	int function;							\
	int type;							\
	unsigned int line : ALLOC_TAG_LINE_BITS;			\
	unsigned int column : ALLOC_TAG_COLUMN_BITS;			\
	unsigned int flags : 32 - ALLOC_TAG_LINE_BITS - ALLOC_TAG_COLUMN_BITS; \
	unsigned int idx

#endif /* _LINUX_CODE_TAG_FIELDS_H */
