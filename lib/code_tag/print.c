// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: files with a line for each tag of a class.
 */

#include <linux/code_tag/line.h>
#include <linux/code_tag.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/limits.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

/**
 * code_tag_print_line() - print a line, without a newline
 * @m: the file
 * @tag: its tag
 * @module: the name of its module, NULL for vmlinux
 *
 * As /proc/allocinfo does, see <linux/code_tag/line.h>.
 *
 * Context: the caller must hold code_tag_lock().
 */
void code_tag_print_line(struct seq_file *m, const struct code_tag *tag, const char *module)
{
	seq_printf(m, CODE_TAG_FMT,
		   CODE_TAG_ARGS(code_tag_file(tag), tag->line, module, code_tag_function(tag)));
}
EXPORT_SYMBOL_GPL(code_tag_print_line);

/**
 * code_tag_parse_reset() - what was written to a file that only takes "reset"
 * @data: the text
 * @len: its length
 *
 * Context: process context.
 * Return: 0 if it is "reset"; -EINVAL or -EFAULT.
 */
int code_tag_parse_reset(const char __user *data, size_t len)
{
	char text[8] = "";

	if (len >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, data, len))
		return -EFAULT;
	return strcmp(strim(text), "reset") ? -EINVAL : 0;
}

/*
 * struct seq_operations of a file with a line for each tag. The position in the
 * file is the index of the tag, and 0 for the header. What seq_file passes on
 * is the index plus 1: that differs from NULL, and is SEQ_START_TOKEN for the
 * header. A reader holds code_tag_lock() from start() to stop().
 */

/* The index of the tag whose line @v is; 0 for the header. */
unsigned long code_tag_seq_idx(const void *v)
{
	return (unsigned long)v - 1;
}

/*
 * Go to the first tag after index @idx, and store its position. Returns NULL at
 * the end. A tag may have been removed with its module since the last read().
 */
static void *seek(const struct code_tag_class *class, loff_t *pos, unsigned long idx)
{
	idx = code_tag_next(class, idx);
	*pos = idx ?: LONG_MAX;
	return idx ? (void *)(idx + 1) : NULL;
}

void *code_tag_seq_start(const struct code_tag_class *class, loff_t *pos)
{
	code_tag_lock(class);
	return *pos ? seek(class, pos, *pos - 1) : SEQ_START_TOKEN;
}

void *code_tag_seq_next(const struct code_tag_class *class, void *v, loff_t *pos)
{
	return seek(class, pos, code_tag_seq_idx(v));
}
