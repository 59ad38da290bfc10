/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what x86 does in fewer instructions than
 * <asm-generic/alloc_tag.h>. User-mode Linux, which borrows this header, uses
 * that.
 */
#ifndef _ASM_X86_ALLOC_TAG_H
#define _ASM_X86_ALLOC_TAG_H

#ifdef CONFIG_UML
#include <asm-generic/alloc_tag.h>
#else

#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <linux/stringify.h>

#include <asm/asm.h>
#include <asm/nops.h>
#include <asm/page.h>

/* __my_cpu_var() came with named address spaces, in 6.8. */
#ifdef __my_cpu_var
#define ALLOC_TAG_PCPU_VAR(var)	__my_cpu_var(var)
#else
#define ALLOC_TAG_PCPU_VAR(var)	(var)
#endif

#ifdef CONFIG_SMP
#define ALLOC_TAG_SEGMENT	"%%gs:"
#else
#define ALLOC_TAG_SEGMENT	""
#endif

/*
 * The instruction @op, add or sub, with @val and the counter @field of the tag
 * with index @idx, on this CPU; its size is that of the field. An address can
 * have an index times 8, so @idx * 2 finds the counters: one instruction, for
 * all fields, even if @idx is needed again. To multiply by 16, the compiler
 * would first copy it.
 */
#define ALLOC_TAG_COUNTER(op, idx, field, val)				\
({									\
	asm volatile(op "%z[counter] %[value], " ALLOC_TAG_SEGMENT	\
		     "alloc_tag_counters + %c[offset](, %[word], 8)"	\
		     : [counter] "+m" (ALLOC_TAG_PCPU_VAR(alloc_tag_counters)[0].field)	\
		     : [value] "er" ((typeof_member(struct alloc_tag_counter, field))(val)),	\
		       [word] "r" ((unsigned long)(idx) * 2),		\
		       [offset] "i" (offsetof(struct alloc_tag_counter, field)));	\
})

#define alloc_tag_counter_add(idx, field, val)	ALLOC_TAG_COUNTER("add", idx, field, val)

/* this_cpu_sub() adds the negative, which takes an instruction to compute. */
#define alloc_tag_counter_sub(idx, field, val)	ALLOC_TAG_COUNTER("sub", idx, field, val)

/*
 * Subtract @val from the per-CPU variable @pcp of type long. Is the result
 * below 0? Tests the flags of the subtraction: this_cpu_sub_return() would need
 * a register and three instructions more.
 */
#define alloc_tag_this_cpu_sub_negative(pcp, val)			\
({									\
	bool negative__;						\
									\
	asm volatile("subq %[bytes], " __percpu_arg([var])		\
		     : [var] "+m" (ALLOC_TAG_PCPU_VAR(pcp)), "=@ccs" (negative__) \
		     : [bytes] "er" ((unsigned long)(val)));		\
	negative__;							\
})

/*
 * The upper 64 bits of the product of @a and @b. With a type of 128 bits, the
 * compiler multiplies in the same way, but aligns the stack: on Linux 6.1,
 * kmalloc() and kfree() took 7 instructions more.
 */
static __always_inline unsigned long alloc_tag_mul_high(unsigned long a, unsigned long b)
{
	unsigned long high;

	asm("mulq %[b]" : "=d" (high), "+a" (a) : [b] "rm" (b) : "cc");
	return high;
}

/*
 * A branch of three ways for the price of one, a nop or a jump: to label 2 if
 * the key @one is enabled, to @l_idle if @other is, and otherwise to the next
 * instruction. Each key has its own entry for the branch. The code that patches
 * it expects the nop unless that key is enabled, so at most one of the two may
 * be enabled at any time.
 */
#define ALLOC_TAG_BRANCH						\
	"1:.byte " __stringify(BYTES_NOP5) "\n\t"			\
	".pushsection __jump_table, \"aw\"\n\t"				\
	_ASM_ALIGN "\n\t"						\
	".long 1b - .\n\t"						\
	".long 2f - .\n\t"						\
	_ASM_PTR "%c[one] - .\n\t"					\
	".long 1b - .\n\t"						\
	".long %l[l_idle] - .\n\t"					\
	_ASM_PTR "%c[other] - .\n\t"					\
	".popsection\n\t"

/*
 * The next instructions: count down rdx bytes. The code for @one comes last: so
 * to the compiler it is what follows the asm, which it places right before the
 * code that all ways have in common.
 */
#define ALLOC_TAG_COUNT_DOWN						\
	"subq %%rdx, " __percpu_arg([var]) "\n\t"			\
	"jns %l[l_idle]\n\t"						\
	"jmp %l[l_below]\n"						\
	"2:"

DECLARE_PER_CPU(long, alloc_tag_countdown);

/*
 * See <asm-generic/alloc_tag.h>. The countdown is written, but not all
 * compilers allow an asm goto to have outputs. Nothing that these are used in
 * reads it.
 */
static __always_inline int alloc_tag_branch_size(struct static_key_false *const one,
						 struct static_key_false *const other,
						 const unsigned int *size)
{
	asm goto(ALLOC_TAG_BRANCH
		 "movl %[bytes], %%edx\n\t"
		 ALLOC_TAG_COUNT_DOWN
		 : : [one] "i" (&one->key), [other] "i" (&other->key), [bytes] "m" (*size),
		     [var] "m" (ALLOC_TAG_PCPU_VAR(alloc_tag_countdown))
		 : "cc", "rdx" : l_idle, l_below);
	return 1;
l_idle:
	return 2;
l_below:
	return 0;
}

static __always_inline int alloc_tag_branch_order(struct static_key_false *const one,
						  struct static_key_false *const other,
						  unsigned int order)
{
	asm goto(ALLOC_TAG_BRANCH
		 "movl %[shift], %%ecx\n\t"
		 "movl %[page], %%edx\n\t"
		 "shlq %%cl, %%rdx\n\t"
		 ALLOC_TAG_COUNT_DOWN
		 : : [one] "i" (&one->key), [other] "i" (&other->key), [shift] "g" (order),
		     [page] "i" (PAGE_SIZE),
		     [var] "m" (ALLOC_TAG_PCPU_VAR(alloc_tag_countdown))
		 : "cc", "rcx", "rdx" : l_idle, l_below);
	return 1;
l_idle:
	return 2;
l_below:
	return 0;
}

#endif /* CONFIG_UML */

#endif /* _ASM_X86_ALLOC_TAG_H */
