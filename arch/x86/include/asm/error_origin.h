/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error origins: what notes are on x86-64, and how they are replaced.
 */
#ifndef _ASM_X86_ERROR_ORIGIN_H
#define _ASM_X86_ERROR_ORIGIN_H

#include <linux/processor.h>
#include <linux/string.h>
#include <linux/types.h>

#include <asm/nops.h>
#include <asm/sections.h>
#include <asm/text-patching.h>

/* What notes call: without flags of their line, and with some. */
void error_origin_passed(void);
void error_origin_passed_flagged(void);

/* Is code at @addr without what a call needs, or may it not be replaced? */
static inline bool error_origin_arch_excluded(unsigned long addr)
{
	return (addr >= (unsigned long)__noinstr_text_start &&
		addr < (unsigned long)__noinstr_text_end) ||
	       (addr >= (unsigned long)__entry_text_start &&
		addr < (unsigned long)__entry_text_end);
}

/*
 * Replace the note at @note with a call of @function or, if that is NULL, with
 * the no-op that the plugin emits, in error_origin_arch_finish() at the latest.
 * Nothing is done if it is that already: replacing it interrupts all CPUs.
 * Caller must hold text_mutex.
 */
static inline void error_origin_arch_queue(const void *note, void (*function)(void))
{
	const void *code = x86_nops[CALL_INSN_SIZE];

	if (function)
		code = text_gen_insn(CALL_INSN_OPCODE, note, function);
	if (memcmp(note, code, CALL_INSN_SIZE))
		text_poke_queue((void *)note, code, CALL_INSN_SIZE, NULL);
}

static inline void error_origin_arch_finish(void)
{
	text_poke_finish();
}

#endif /* _ASM_X86_ERROR_ORIGIN_H */
