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
 * Print a call stack, then an empty line. Functions of a module have no names
 * after it was unloaded; %pS would print their addresses then.
 */
void alloc_tag_print_stack(struct seq_file *m, depot_stack_handle_t stack)
{
	unsigned long *entries;
	unsigned int i, nr = 0;

	if (stack)
		nr = stack_depot_fetch(stack, &entries);
	if (!nr)
		seq_puts(m, "\t(no stack)\n");
	for (i = 0; i < nr; i++) {
		if (!IS_ENABLED(CONFIG_KALLSYMS))
			seq_printf(m, "\t%p\n", (void *)entries[i]);
		else if (kernel_text_address(entries[i]) || is_kernel_inittext(entries[i]))
			seq_printf(m, "\t%pS\n", (void *)entries[i]);
		else
			seq_puts(m, "\t(unloaded)\n");
	}
	seq_putc(m, '\n');
}
