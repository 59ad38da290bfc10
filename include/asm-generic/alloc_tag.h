/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what an architecture may do in fewer instructions.
 */
#ifndef __ASM_GENERIC_ALLOC_TAG_H
#define __ASM_GENERIC_ALLOC_TAG_H

#include <linux/percpu.h>

/* Subtract @val from the per-CPU variable @pcp of 64 bits. */
#define alloc_tag_this_cpu_sub(pcp, val)	this_cpu_sub(pcp, val)

/*
 * Subtract @val from the per-CPU variable @pcp of type long. Is the result
 * below 0?
 */
#define alloc_tag_this_cpu_sub_negative(pcp, val)			\
	((long)this_cpu_sub_return(pcp, val) < 0)

#endif /* __ASM_GENERIC_ALLOC_TAG_H */
