/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error origins: what notes call, on x86-64. See table.c and task.c.
 *
 * Compilers know nothing of the call, so that all registers are preserved;
 * flags are not, because asm statements always change them. Nothing else is
 * needed: it may be called wherever the kernel's own per-CPU variables can be
 * used, from NMIs, too.
 */
#include <linux/linkage.h>
#include <asm/nospec-branch.h>
#include <asm/percpu.h>
#include <asm/smap.h>
#include "error-origin-offsets.h"

#ifdef HOT_current
#define CURRENT		pcpu_hot + HOT_current
#define PREEMPT_COUNT	pcpu_hot + HOT_preempt_count
#else
#define CURRENT		current_task
#define PREEMPT_COUNT	__preempt_count
#endif

	.text

/*
 * With the address after the note on the stack:
 *
 *	slot = error_origin_slots, from hash(ip) on, until slot->ip == ip;
 *	atomically, count in error_origin_counts[slot];
 *	if (!in interrupt)
 *		current->error_origins.ring[next++ % ERROR_ORIGIN_RING] =
 *			current->error_origins.call | ip;
 */
SYM_FUNC_START(error_origin_passed)
	push	%rax
	push	%rcx
	push	%rdx
	mov	24(%rsp), %eax
	mov	%eax, %ecx
	mov	error_origin_slots(%rip), %rdx
.Lprobe:
	and	error_origin_mask(%rip), %ecx
	cmp	%eax, (%rdx,%rcx,8)
	jne	.Lother
	mov	PER_CPU_VAR(error_origin_counts), %rdx
	lock incq (%rdx,%rcx,8)
	testl	$INTERRUPT_MASK, PER_CPU_VAR(PREEMPT_COUNT)
	jnz	.Lout
	mov	PER_CPU_VAR(CURRENT), %rcx
	mov	TASK_next(%rcx), %edx
	and	$RING_MASK, %edx
	or	TASK_call(%rcx), %rax
	mov	%rax, TASK_ring(%rcx,%rdx)
	addl	$8, TASK_next(%rcx)
.Lout:
	pop	%rdx
	pop	%rcx
	pop	%rax
	RET

.Lother:
	/* A free slot: nobody has added this address. */
	cmpl	$0, (%rdx,%rcx,8)
	je	.Lout
	inc	%ecx
	jmp	.Lprobe
SYM_FUNC_END(error_origin_passed)

/*
 * The same for a line with flags: first error_origin_report(ip), which is in C
 * and may change the registers that are saved here. It may be preempted, which
 * must not happen while user memory can be accessed: no context switch saves
 * that.
 */
SYM_FUNC_START(error_origin_passed_flagged)
	push	%rax
	push	%rcx
	push	%rdx
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	push	%r10
	push	%r11
	pushf
	/* objtool takes user memory for inaccessible already. */
	ANNOTATE_IGNORE_ALTERNATIVE
	ASM_CLAC
	mov	80(%rsp), %rdi
	call	error_origin_report
	popf
	pop	%r11
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	jmp	error_origin_passed
SYM_FUNC_END(error_origin_passed_flagged)
