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
	alloc_tag_unlock();
}
