// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: call stacks of lines.
 */

#include <linux/code_tag/stack.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

/**
 * code_tag_stack_save() - save the call stack, from a function of interest on
 * @entries: where to store it
 * @size: room for that many entries, including CODE_TAG_STACK_OURS for the
 *	functions that are left out
 * @from: an address that is on the stack: the first entry to keep
 *
 * Leaves out our own functions, whichever of them the compiler has inlined.
 *
 * Context: any.
 * Return: the number of entries: at most @size less CODE_TAG_STACK_OURS. All
 * from the caller on are kept if @from is not among the first ones.
 */
noinline unsigned int code_tag_stack_save(unsigned long *entries, unsigned int size,
					  unsigned long from)
{
	unsigned int nr = stack_trace_save(entries, size, 1);
	unsigned int ours = 0;

	while (ours < min(nr, CODE_TAG_STACK_OURS) && entries[ours] != from)
		ours++;
	if (ours == min(nr, CODE_TAG_STACK_OURS))
		ours = 0;
	nr = min(nr - ours, size - CODE_TAG_STACK_OURS);
	memmove(entries, entries + ours, nr * sizeof(entries[0]));
	return nr;
}

/**
 * code_tag_stack_has() - does a call stack have functions of a module?
 * @entries: the stack
 * @nr: how many entries it has
 * @mod: the module
 * @init_only: only those of its initialization?
 *
 * Context: any; the module exists.
 * Return: whether it has.
 */
bool code_tag_stack_has(const unsigned long *entries, unsigned int nr, const struct module *mod,
			bool init_only)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (init_only ? within_module_init(entries[i], mod) :
				within_module(entries[i], mod))
			return true;
	}
	return false;
}
