/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: lines whose allocations are to fail, for the allocators.
 *
 * They ask before they allocate anything, where the kernel's own fault
 * injection does, should_failslab() or should_fail_alloc_page(): so a failed
 * allocation has no memory and no charge to take back.
 */
#ifndef _LINUX_ALLOC_TAG_FAULT_H
#define _LINUX_ALLOC_TAG_FAULT_H

#include <linux/alloc_tag/counter.h>
#include <linux/types.h>

#ifdef CONFIG_ALLOC_TAG_FAULT

bool __alloc_tag_should_fail(unsigned long idx, gfp_t gfp) __cold;

/**
 * alloc_tag_should_fail() - is an allocation to fail, because a query says so?
 * @tag: tag of the call site
 * @gfp: allocation flags
 *
 * To be asked once for each allocation. A bulk allocation is one, and another
 * one when it falls back to a single page. A nop while no line has the flag f.
 *
 * Context: any in which memory may be allocated.
 * Return: true if the allocator must return a failure. That has been counted.
 */
static __always_inline bool alloc_tag_should_fail(const struct alloc_tag *tag, gfp_t gfp)
{
	return static_branch_unlikely(&alloc_tag_faults_key) &&
	       unlikely(__alloc_tag_should_fail(alloc_tag_to_idx(tag), gfp));
}

#else

static inline bool alloc_tag_should_fail(const struct alloc_tag *tag, gfp_t gfp)
{
	return false;
}

#endif /* CONFIG_ALLOC_TAG_FAULT */

#endif /* _LINUX_ALLOC_TAG_FAULT_H */
