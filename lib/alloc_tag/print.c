// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: files with a line for each tag, in /proc and in debugfs. See
 * lib/code_tag/print.c.
 */

#include "internal.h"

/*
 * Print the line with index @idx as /proc/allocinfo does, without a newline.
 * Caller must hold alloc_tag_mutex.
 */
void alloc_tag_print_line(struct seq_file *m, unsigned long idx)
{
	code_tag_print_line(m, alloc_tag_common(alloc_tag_from_idx(idx)),
			    alloc_tag_module_name(idx));
}

/* What alloc_tag_seq_read() has read. Protected by alloc_tag_mutex. */
static struct alloc_tag_block seq_block;

/*
 * The sums of the line with index @idx. Caller must be in the function show()
 * of a file with these functions.
 */
const struct alloc_tag_totals *alloc_tag_seq_read(unsigned long idx)
{
	return alloc_tag_read_ahead(&seq_block, idx);
}

void *alloc_tag_seq_start(struct seq_file *m, loff_t *pos)
{
	return code_tag_seq_start(&alloc_tag_class, pos);
}

void *alloc_tag_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	return code_tag_seq_next(&alloc_tag_class, v, pos);
}

void alloc_tag_seq_stop(struct seq_file *m, void *v)
{
	seq_block.nr = 0;
	alloc_tag_unlock();
}
