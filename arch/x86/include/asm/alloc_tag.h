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

#include <linux/percpu.h>

/* __my_cpu_var() came with named address spaces, in 6.8. */
#ifdef __my_cpu_var
#define ALLOC_TAG_PCPU_VAR(var)	__my_cpu_var(var)
#else
#define ALLOC_TAG_PCPU_VAR(var)	(var)
#endif

/*
 * Subtract @val from the per-CPU variable @pcp of 64 bits. this_cpu_sub() adds
 * the negative, which takes an instruction to compute.
 */
#define alloc_tag_this_cpu_sub(pcp, val)				\
({									\
	asm volatile("subq %[bytes], " __percpu_arg([var])		\
		     : [var] "+m" (ALLOC_TAG_PCPU_VAR(pcp))		\
		     : [bytes] "er" ((unsigned long)(val)));		\
})

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

#endif /* CONFIG_UML */

#endif /* _ASM_X86_ALLOC_TAG_H */
