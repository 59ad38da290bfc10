/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what an architecture may do in fewer instructions.
 */
#ifndef __ASM_GENERIC_ALLOC_TAG_H
#define __ASM_GENERIC_ALLOC_TAG_H

#include <linux/jump_label.h>
#include <linux/math64.h>
#include <linux/percpu.h>

#include <asm/page.h>

/*
 * Add @val to the counter @field of the tag with index @idx, on this CPU, or
 * subtract it.
 */
#define alloc_tag_counter_add(idx, field, val)				\
	this_cpu_add(alloc_tag_counters[idx].field, val)
#define alloc_tag_counter_sub(idx, field, val)				\
	this_cpu_sub(alloc_tag_counters[idx].field, val)

/*
 * Subtract @val from the per-CPU variable @pcp of type long. Is the result
 * below 0?
 */
#define alloc_tag_this_cpu_sub_negative(pcp, val)			\
	((long)this_cpu_sub_return(pcp, val) < 0)

/* The upper 64 bits of the product of @a and @b. */
static __always_inline unsigned long alloc_tag_mul_high(unsigned long a, unsigned long b)
{
	return mul_u64_u64_shr(a, b, 64);
}

DECLARE_PER_CPU(long, alloc_tag_countdown);

/*
 * Returns 1 if @one is enabled, 2 if @other is. If neither is, subtracts a
 * number of bytes, *@size or PAGE_SIZE << @order, from the countdown of this
 * CPU, and returns 0 if the result is below 0, otherwise 2.
 *
 * At most one of the keys may be enabled at any time.
 */
static __always_inline int alloc_tag_branch_size(struct static_key_false *one,
						 struct static_key_false *other,
						 const unsigned int *size)
{
	if (static_branch_likely(one))
		return 1;
	if (static_branch_unlikely(other))
		return 2;
	return unlikely(alloc_tag_this_cpu_sub_negative(alloc_tag_countdown, *size)) ? 0 : 2;
}

static __always_inline int alloc_tag_branch_order(struct static_key_false *one,
						  struct static_key_false *other,
						  unsigned int order)
{
	unsigned int size = PAGE_SIZE << order;

	return alloc_tag_branch_size(one, other, &size);
}

#endif /* __ASM_GENERIC_ALLOC_TAG_H */
