/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: the branch at the beginning of listed functions, on x86-64.
 * All files include this, so it includes nothing.
 */
#ifndef _ASM_X86_DYNAMIC_FAULT_H
#define _ASM_X86_DYNAMIC_FAULT_H

/*
 * As arch_static_branch() with dynamic_fault_key, the operands of asm goto: a
 * no-op, or a jump to the label "armed" while a line is enabled.
 */
#define DYNAMIC_FAULT_BRANCH						\
	"1: .byte 0x0f, 0x1f, 0x44, 0x00, 0x00\n\t"			\
	".pushsection __jump_table, \"aw\"\n\t"				\
	".balign 8\n\t"							\
	".long 1b - ., %l[armed] - .\n\t"				\
	".quad dynamic_fault_key - .\n\t"				\
	".popsection"							\
	: : : : armed

#endif /* _ASM_X86_DYNAMIC_FAULT_H */
