// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: call stacks in the files of debugfs.
 */

#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/stackdepot.h>

#include <asm/sections.h>

#include "sample.h"

/*
 * Print a call stack, each function after @indent, then an empty line.
 * Functions of a module have no names after it was unloaded; %pS would print
 * their addresses then.
 */
void alloc_tag_print_stack(struct seq_file *m, depot_stack_handle_t stack, const char *indent)
{
	unsigned long *entries;
	unsigned int i, nr = 0;

	if (stack)
		nr = stack_depot_fetch(stack, &entries);
	if (!nr)
		seq_printf(m, "%s(no stack)\n", indent);
	for (i = 0; i < nr; i++) {
		if (!IS_ENABLED(CONFIG_KALLSYMS))
			seq_printf(m, "%s%p\n", indent, (void *)entries[i]);
		else if (kernel_text_address(entries[i]) || is_kernel_inittext(entries[i]))
			seq_printf(m, "%s%pS\n", indent, (void *)entries[i]);
		else
			seq_printf(m, "%s(unloaded)\n", indent);
	}
	seq_putc(m, '\n');
}
