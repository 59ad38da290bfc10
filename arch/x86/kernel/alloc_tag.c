// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: where the registers of an oops point to.
 *
 * A NULL pointer with an offset says nothing of the memory. But the structure
 * that it was loaded from is often still in another register.
 */

#include <linux/alloc_tag/owner.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>

/**
 * alloc_tag_show_regs() - print which memory registers point to
 * @regs: the registers
 * @level: log level
 *
 * A line for each general register of the kernel that points into memory whose
 * line is known, unless that is the task's stack.
 *
 * Context: any, including NMI.
 */
void alloc_tag_show_regs(struct pt_regs *regs, const char *level)
{
	const struct {
		const char *name;
		unsigned long value;
	} registers[] = {
		{ "RAX", regs->ax }, { "RBX", regs->bx }, { "RCX", regs->cx },
		{ "RDX", regs->dx }, { "RSI", regs->si }, { "RDI", regs->di },
		{ "RBP", regs->bp }, { "R08", regs->r8 }, { "R09", regs->r9 },
		{ "R10", regs->r10 }, { "R11", regs->r11 }, { "R12", regs->r12 },
		{ "R13", regs->r13 }, { "R14", regs->r14 }, { "R15", regs->r15 },
	};
	unsigned int i;

	if (user_mode(regs))
		return;
	for (i = 0; i < ARRAY_SIZE(registers); i++)
		alloc_tag_print_pointer(level, registers[i].name, (void *)registers[i].value);
}
