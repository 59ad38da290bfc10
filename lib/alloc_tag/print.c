// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: files with a line for each tag, in /proc and in debugfs.
 */

#include <linux/alloc_tag/print.h>
#include <linux/limits.h>
#include <linux/seq_file.h>

#include "internal.h"

/*
 * Print the line with index @idx as /proc/allocinfo does, without a newline.
 * Caller must hold alloc_tag_mutex.
 */
void alloc_tag_print_line(struct seq_file *m, unsigned long idx)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(idx);
	const char *module = alloc_tag_module_name(idx);

	seq_printf(m, ALLOC_TAG_FMT,
		   ALLOC_TAG_ARGS(alloc_tag_file(tag), tag->line, module, alloc_tag_function(tag)));
}

/*
 * struct seq_operations of a file with a line for each tag. The position in the
 * file is the index of the tag, and 0 for the header. What seq_file passes on
 * is the index plus 1: that differs from NULL, and is SEQ_START_TOKEN for the
 * header. A reader holds alloc_tag_mutex from start() to stop().
 */

/* The index of the tag whose line @v is; 0 for the header. */
unsigned long alloc_tag_seq_idx(const void *v)
{
	return (unsigned long)v - 1;
}

/*
 * Go to the first tag after index @idx, and store its position. Returns NULL at
 * the end. A tag may have been removed with its module since the last read().
 */
static void *seek(loff_t *pos, unsigned long idx)
{
	idx = alloc_tag_next(idx);
	*pos = idx ?: LONG_MAX;
	return idx ? (void *)(idx + 1) : NULL;
}

void *alloc_tag_seq_start(struct seq_file *m, loff_t *pos)
{
	alloc_tag_lock();
	return *pos ? seek(pos, *pos - 1) : SEQ_START_TOKEN;
}

void *alloc_tag_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seek(pos, alloc_tag_seq_idx(v));
}

void alloc_tag_seq_stop(struct seq_file *m, void *v)
{
	alloc_tag_unlock();
}
