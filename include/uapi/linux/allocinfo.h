/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The ioctls of /proc/allocinfo: read the line of one tag as numbers and
 * strings, and skip lines that don't match a filter.
 *
 * Numbers, names and layout are the same as in <linux/alloc_tag.h>, which
 * mainline has since Linux 7.3, so that programs for either work with both. The
 * name of this file differs, because a tree may have both. A program includes
 * one.
 *
 * 32-bit and 64-bit programs have the same layout: all structures consist of
 * 64-bit numbers that are aligned to 8 bytes, and of strings whose sizes are
 * multiples of that.
 *
 * Each open file has a position and a filter, which ALLOCINFO_IOC_GET_AT sets
 * and ALLOCINFO_IOC_GET_NEXT uses. read() has another position.
 */
#ifndef _UAPI_LINUX_ALLOCINFO_H
#define _UAPI_LINUX_ALLOCINFO_H

#include <linux/ioctl.h>
#include <linux/types.h>

/*
 * Size of a string, with the null byte at its end. Of a longer name the end is
 * kept, because names differ there more often.
 */
#define ALLOCINFO_STR_SIZE	64

/*
 * Identifies the set of lines. If it is the same before and after several other
 * calls, no line was added or removed meanwhile.
 */
struct allocinfo_content_id {
	__aligned_u64 id;
};

/* Where memory is allocated. @modname is empty for built-in code. */
struct allocinfo_tag {
	char modname[ALLOCINFO_STR_SIZE];
	char function[ALLOCINFO_STR_SIZE];
	char filename[ALLOCINFO_STR_SIZE];
	__aligned_u64 lineno;
};

/*
 * What is allocated there now: @bytes in @calls allocations. @accurate is 0 if
 * the kernel knows that it missed some, otherwise 1.
 */
struct allocinfo_counter {
	__aligned_u64 bytes;
	__aligned_u64 calls;
	__u8 accurate;
	__u8 pad[7];
};

struct allocinfo_tag_data {
	struct allocinfo_tag tag;
	struct allocinfo_counter counter;
};

/* Fields of a filter, as numbers of bits in its mask. */
enum {
	ALLOCINFO_FILTER_MODNAME,
	ALLOCINFO_FILTER_FUNCTION,
	ALLOCINFO_FILTER_FILENAME,
	ALLOCINFO_FILTER_LINENO,
	ALLOCINFO_FILTER_INACCURATE,
	ALLOCINFO_FILTER_MIN_SIZE,
	ALLOCINFO_FILTER_MAX_SIZE,
	__ALLOCINFO_FILTER_LAST = ALLOCINFO_FILTER_MAX_SIZE
};

#define ALLOCINFO_FILTER_MASK_MODNAME		(1 << ALLOCINFO_FILTER_MODNAME)
#define ALLOCINFO_FILTER_MASK_FUNCTION		(1 << ALLOCINFO_FILTER_FUNCTION)
#define ALLOCINFO_FILTER_MASK_FILENAME		(1 << ALLOCINFO_FILTER_FILENAME)
#define ALLOCINFO_FILTER_MASK_LINENO		(1 << ALLOCINFO_FILTER_LINENO)
#define ALLOCINFO_FILTER_MASK_INACCURATE	(1 << ALLOCINFO_FILTER_INACCURATE)
#define ALLOCINFO_FILTER_MASK_MIN_SIZE		(1 << ALLOCINFO_FILTER_MIN_SIZE)
#define ALLOCINFO_FILTER_MASK_MAX_SIZE		(1 << ALLOCINFO_FILTER_MAX_SIZE)

#define ALLOCINFO_FILTER_MASKS	((1 << (__ALLOCINFO_FILTER_LAST + 1)) - 1)

/*
 * A line matches if it matches each field whose bit is set in @mask. Without
 * any, all lines match. Strings are compared as they are in struct
 * allocinfo_tag: at most their last 63 characters, which must be equal.
 * @min_size and @max_size are in bytes, and included. @inaccurate selects the
 * lines that are not accurate, or if it is 0, those that are.
 */
struct allocinfo_filter {
	__aligned_u64 mask;
	struct allocinfo_tag fields;
	__aligned_u64 min_size;
	__aligned_u64 max_size;
	__aligned_u64 inaccurate;
};

/* @pos and @filter are read, @data is written. */
struct allocinfo_get_at {
	__aligned_u64 pos;
	struct allocinfo_filter filter;
	struct allocinfo_tag_data data;
};

#define _ALLOCINFO_IOC_CONTENT_ID	0
#define _ALLOCINFO_IOC_GET_AT		1
#define _ALLOCINFO_IOC_GET_NEXT		2

#define ALLOCINFO_IOC_BASE		0xA6

/* Get the identifier of the set of lines. */
#define ALLOCINFO_IOC_CONTENT_ID \
	_IOR(ALLOCINFO_IOC_BASE, _ALLOCINFO_IOC_CONTENT_ID, struct allocinfo_content_id)
/*
 * Set the filter, and get the line number @pos, from 0, of those that match it.
 * ENOENT if there are fewer. ENOENT, and nothing is changed, if there are fewer
 * without a filter, too. EINVAL, and nothing is changed, if @mask has an
 * unknown bit, or the bits of both sizes and @min_size is above @max_size.
 */
#define ALLOCINFO_IOC_GET_AT \
	_IOWR(ALLOCINFO_IOC_BASE, _ALLOCINFO_IOC_GET_AT, struct allocinfo_get_at)
/*
 * Get the first line that matches the filter, and with each further call the
 * next one. A call continues after the line of the last call, of either kind.
 * ENOENT after the last line. After ENOENT, from either and unless nothing was
 * changed, start from the first.
 */
#define ALLOCINFO_IOC_GET_NEXT \
	_IOR(ALLOCINFO_IOC_BASE, _ALLOCINFO_IOC_GET_NEXT, struct allocinfo_tag_data)

#endif /* _UAPI_LINUX_ALLOCINFO_H */
