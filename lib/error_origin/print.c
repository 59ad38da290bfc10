// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: how a site is written.
 *
 *	fs/open.c:1423 func:do_sys_open errno:EINVAL
 */

#include <linux/errname.h>
#include <linux/seq_file.h>

#include "internal.h"

/* The name of the module that has @entry, NULL for vmlinux. */
const char *error_origin_module(const struct error_origin_entry *entry)
{
	struct error_origin_range *range;

	list_for_each_entry(range, &error_origin_ranges, list)
		if (entry >= range->start && entry < range->start + range->nr)
			return range->mod ? range->mod->name : NULL;
	return NULL;
}

/* Print the name of the error of @entry, or its number. */
void error_origin_print_error(struct seq_file *m, const struct error_origin_entry *entry)
{
	int error = error_origin_error(entry);
	const char *name = errname(-error);

	if (name)
		seq_puts(m, name + 1);
	else
		seq_printf(m, "%d", error);
}

/* A tag for @entry. Protected by error_origin_mutex, until the next one. */
struct code_tag *error_origin_tag(const struct error_origin_entry *entry)
{
	static struct code_tag made;
	static const char none[] = "";

	made.file = error_origin_file(entry) - (const char *)&made;
	made.function = error_origin_function(entry) - (const char *)&made;
	made.type = none - (const char *)&made;
	made.line = error_origin_line(entry);
	return &made;
}

/* Print the error of @entry, after what is known of its line. */
void error_origin_print_errno(struct seq_file *m, const struct error_origin_entry *entry)
{
	seq_puts(m, " errno:");
	error_origin_print_error(m, entry);
}

/* Print a line for @entry, without a newline. Needs error_origin_mutex. */
void error_origin_print_site(struct seq_file *m, const struct error_origin_entry *entry)
{
	code_tag_print_line(m, error_origin_tag(entry), error_origin_module(entry));
	error_origin_print_errno(m, entry);
}
