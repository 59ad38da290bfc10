// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the ioctls of /proc/allocinfo.
 *
 * Programs that look for a few lines get them without reading and parsing all:
 * counters are summed up over all CPUs only for the tags that a filter selects
 * by name. The ioctls are mainline's; <uapi/linux/allocinfo.h> describes them.
 *
 * The position of an open file is the index of the tag that was returned last.
 * It remains valid when modules are loaded and unloaded: alloc_tag_next() goes
 * on from any index. So the lock can be released between two tags.
 */

#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "internal.h"

/*
 * Tags to look at before the lock is released, so that a module can be loaded
 * meanwhile: about as many as one read() of the file shows.
 */
#define TAGS_PER_LOCK	64

/* The end of @name, as much of it as a string of the interface has room for. */
static const char *end_of(const char *name)
{
	size_t len = strlen(name);

	return name + len - min_t(size_t, len, ALLOCINFO_STR_SIZE - 1);
}

/* Does a filter's string @wanted, which may lack its null byte, match @name? */
static bool name_matches(const char *name, const char *wanted)
{
	return !strncmp(end_of(name), wanted, ALLOCINFO_STR_SIZE);
}

/*
 * Does the tag with index @idx match all fields of @filter for which its
 * counters are not needed?
 */
static bool matches(unsigned long idx, const struct allocinfo_filter *filter)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(idx);
	const struct allocinfo_tag *fields = &filter->fields;
	u64 mask = filter->mask;

	if ((mask & ALLOCINFO_FILTER_MASK_LINENO) && tag->line != fields->lineno)
		return false;
	if ((mask & ALLOCINFO_FILTER_MASK_MODNAME) &&
	    !name_matches(alloc_tag_module_name(idx) ?: "", fields->modname))
		return false;
	if ((mask & ALLOCINFO_FILTER_MASK_FUNCTION) &&
	    !name_matches(alloc_tag_function(tag), fields->function))
		return false;
	if ((mask & ALLOCINFO_FILTER_MASK_FILENAME) &&
	    !name_matches(alloc_tag_file(tag), fields->filename))
		return false;
	return !(mask & ALLOCINFO_FILTER_MASK_INACCURATE) ||
	       alloc_tag_accurate(idx) == !filter->inaccurate;
}

/* Is @bytes in the range of @filter? */
static bool size_matches(u64 bytes, const struct allocinfo_filter *filter)
{
	if ((filter->mask & ALLOCINFO_FILTER_MASK_MIN_SIZE) && bytes < filter->min_size)
		return false;
	return !(filter->mask & ALLOCINFO_FILTER_MASK_MAX_SIZE) || bytes <= filter->max_size;
}

/* Store the tag with index @idx and its counters @sum in @data. */
static void describe(unsigned long idx, const struct alloc_tag_totals *sum,
		     struct allocinfo_tag_data *data)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(idx);
	const char *module = alloc_tag_module_name(idx) ?: "";

	memset(data, 0, sizeof(*data));
	strscpy(data->tag.modname, end_of(module), ALLOCINFO_STR_SIZE);
	strscpy(data->tag.function, end_of(alloc_tag_function(tag)), ALLOCINFO_STR_SIZE);
	strscpy(data->tag.filename, end_of(alloc_tag_file(tag)), ALLOCINFO_STR_SIZE);
	data->tag.lineno = tag->line;
	data->counter.bytes = sum->bytes;
	data->counter.calls = sum->allocs - sum->frees;
	data->counter.accurate = alloc_tag_accurate(idx);
}

/*
 * Among the tags after index @idx that match @filter, find number @pos, counted
 * from 0, and store it in @data. Returns its index, or 0 if there are fewer.
 * Takes alloc_tag_mutex, and may release it for a moment between two tags.
 */
static unsigned long find_line(unsigned long idx, u64 pos,
			       const struct allocinfo_filter *filter,
			       struct allocinfo_tag_data *data)
{
	bool by_size = filter->mask &
		       (ALLOCINFO_FILTER_MASK_MIN_SIZE | ALLOCINFO_FILTER_MASK_MAX_SIZE);
	struct alloc_tag_block block = { };
	struct alloc_tag_totals sum;
	unsigned int seen = 0;

	alloc_tag_lock();
	while ((idx = alloc_tag_next(idx))) {
		if (matches(idx, filter)) {
			if (by_size)
				sum = *alloc_tag_read_ahead(&block, idx);
			else if (!pos)
				alloc_tag_read(idx, &sum);
			if (!by_size || size_matches(sum.bytes, filter)) {
				if (!pos) {
					describe(idx, &sum, data);
					break;
				}
				pos--;
			}
		}
		if (++seen % TAGS_PER_LOCK == 0) {
			block.nr = 0;
			alloc_tag_unlock();
			cond_resched();
			alloc_tag_lock();
		}
	}
	alloc_tag_unlock();
	return idx;
}

/*
 * The three ioctls. Each returns 0 or a negative error code, see
 * <uapi/linux/allocinfo.h>; -EFAULT if @arg can't be read or written.
 */

static int get_content_id(struct allocinfo_content_id __user *arg)
{
	struct allocinfo_content_id content;

	alloc_tag_lock();
	content.id = alloc_tag_content_id();
	alloc_tag_unlock();
	return copy_to_user(arg, &content, sizeof(content)) ? -EFAULT : 0;
}

/*
 * As in mainline, a position beyond the end of all lines changes neither the
 * position nor the filter of the open file. A position that is below their
 * number, but beyond the lines that match, sets both.
 */
static int get_at(struct alloc_tag_cursor *cursor, struct allocinfo_get_at __user *arg)
{
	static const struct allocinfo_filter all;
	struct allocinfo_get_at at;
	unsigned long idx;

	if (copy_from_user(&at, arg, sizeof(at)))
		return -EFAULT;
	if (at.filter.mask & ~(u64)ALLOCINFO_FILTER_MASKS)
		return -EINVAL;
	if ((at.filter.mask & ALLOCINFO_FILTER_MASK_MIN_SIZE) &&
	    (at.filter.mask & ALLOCINFO_FILTER_MASK_MAX_SIZE) &&
	    at.filter.min_size > at.filter.max_size)
		return -EINVAL;

	if (!find_line(0, at.pos, &all, &at.data))
		return -ENOENT;

	mutex_lock(&cursor->lock);
	idx = find_line(0, at.pos, &at.filter, &at.data);
	cursor->filter = at.filter;
	cursor->idx = idx;
	mutex_unlock(&cursor->lock);

	if (!idx)
		return -ENOENT;
	return copy_to_user(&arg->data, &at.data, sizeof(at.data)) ? -EFAULT : 0;
}

static int get_next(struct alloc_tag_cursor *cursor,
		    struct allocinfo_tag_data __user *arg)
{
	struct allocinfo_tag_data data;
	unsigned long idx;

	mutex_lock(&cursor->lock);
	idx = find_line(cursor->idx, 0, &cursor->filter, &data);
	cursor->idx = idx;
	mutex_unlock(&cursor->lock);

	if (!idx)
		return -ENOENT;
	return copy_to_user(arg, &data, sizeof(data)) ? -EFAULT : 0;
}

/**
 * alloc_tag_cursor_init() - prepare the position and the filter of an open file
 * @cursor: to be initialized; all zero
 */
void alloc_tag_cursor_init(struct alloc_tag_cursor *cursor)
{
	mutex_init(&cursor->lock);
}

/**
 * alloc_tag_ioctl() - the ioctls of /proc/allocinfo
 * @file: a seq_file with a struct alloc_tag_cursor as its private data
 * @cmd: one of ALLOCINFO_IOC_*
 * @arg: address in user space of the structure for @cmd
 *
 * Context: process context, may sleep.
 * Return: 0, -ENOENT, -EINVAL or -EFAULT, see <uapi/linux/allocinfo.h>;
 * -ENOIOCTLCMD for another @cmd.
 */
long alloc_tag_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct seq_file *m = file->private_data;
	void __user *user = (void __user *)arg;

	switch (cmd) {
	case ALLOCINFO_IOC_CONTENT_ID:
		return get_content_id(user);
	case ALLOCINFO_IOC_GET_AT:
		return get_at(m->private, user);
	case ALLOCINFO_IOC_GET_NEXT:
		return get_next(m->private, user);
	}
	return -ENOIOCTLCMD;
}

#ifdef CONFIG_COMPAT
/* For 32-bit programs: only the address differs, not the structures. */
long alloc_tag_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	return alloc_tag_ioctl(file, cmd, (unsigned long)compat_ptr(arg));
}
#endif
