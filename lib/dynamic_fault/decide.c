// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic faults: is a call to fail? What is enabled, see class.c.
 *
 * Tags are constants. What is known of lines that are enabled is in a table, by
 * the tag that their calls pass.
 *
 * For dynamic_fault(), that is the line's tag. So it is for functions that
 * scripts/gcc-plugins/code_tag.fault lists with what they return when they are
 * to fail:
 *
 *	include/linux/bio.h:submit_bio_wait = -EIO
 *
 * Each begins with a branch on dynamic_fault_key; see
 * <linux/dynamic_fault/calls.h>. A function has one class, and its calls pass
 * one tag. So if one waits or allocates for its callers, they pass it a tag of
 * that class, and the plugin makes one of this class only to list the line: it
 * says which tag the call passes.
 */

#include <linux/code_tag/fault.h>
#include <linux/dynamic_fault.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/hashtable.h>
#include <linux/rculist.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "internal.h"

/* How many lines are enabled. */
DEFINE_STATIC_KEY_FALSE(dynamic_fault_key);
EXPORT_SYMBOL_GPL(dynamic_fault_key);

static DEFINE_HASHTABLE(lines, 6);

/* DYNAMIC_FAULT_BIT() of each of these lines. */
unsigned long dynamic_fault_bits;
EXPORT_SYMBOL_GPL(dynamic_fault_bits);

/* The tag that calls of the line of @tag pass. */
static const void *passed(const struct dynamic_fault_tag *tag)
{
	return (const char *)tag + tag->tag;
}

/* The line of @tag if it is enabled, or NULL. Needs code_tag_lock(). */
struct dynamic_fault_line *dynamic_fault_line(const struct dynamic_fault_tag *tag)
{
	struct dynamic_fault_line *line;

	hash_for_each_possible(lines, line, node, (unsigned long)passed(tag))
		if (line->tag == tag)
			return line;
	return NULL;
}

/*
 * Enable @line. The caller has set its @fault, @error and @tag, and must hold
 * code_tag_lock(). Process context.
 */
void dynamic_fault_add(struct dynamic_fault_line *line)
{
	line->passed = passed(line->tag);
	hash_add_rcu(lines, &line->node, (unsigned long)line->passed);
	WRITE_ONCE(dynamic_fault_bits, dynamic_fault_bits | DYNAMIC_FAULT_BIT(line->passed));
	static_branch_inc(&dynamic_fault_key);
}

/*
 * Disable @line and free it. Process context. The caller must hold
 * code_tag_lock().
 */
void dynamic_fault_remove(struct dynamic_fault_line *line)
{
	struct dynamic_fault_line *other;
	unsigned long bits = 0;
	unsigned int bucket;

	static_branch_dec(&dynamic_fault_key);
	hash_del_rcu(&line->node);
	hash_for_each(lines, bucket, other, node)
		bits |= DYNAMIC_FAULT_BIT(other->passed);
	WRITE_ONCE(dynamic_fault_bits, bits);
	kfree_rcu(line, rcu);
}

/*
 * The enabled line whose calls pass @tag, or NULL. The tag of another class may
 * be that of several lines: two calls in a macro pass the same one, and so do
 * calls below a listed function. Then it is the one that calls @function. Needs
 * rcu_read_lock(). Tags of other lines may be of a module that is unloaded.
 */
static struct dynamic_fault_line *find_line(const void *tag, const char *function)
{
	struct dynamic_fault_line *line;

	hash_for_each_possible_rcu(lines, line, node, (unsigned long)tag)
		if (line->passed == tag &&
		    (line->tag == tag ||
		     !strcmp(dynamic_fault_string(line->tag, line->tag->callee), function)))
			return line;
	return NULL;
}

/**
 * dynamic_fault_decide() - is this call to fail?
 * @tag: the tag that it passes, of any class, with DYNAMIC_FAULT_MAY_DECIDE()
 * @function: the name of the listed function; not used if the tag is of the
 *	class fault
 *
 * Context: as dynamic_fault().
 * Return: true if it is.
 */
bool dynamic_fault_decide(const void *tag, const char *function)
{
	struct dynamic_fault_line *line;
	bool fails;

	rcu_read_lock();
	line = find_line(tag, function);
	fails = line && code_tag_fault_decide(&line->fault);
	if (fails)
		code_tag_fault_log(&line->fault, (const struct code_tag *)line->tag,
				   "dynamic_fault", "fails, as asked in codetag/fault/control");
	rcu_read_unlock();
	return fails;
}
EXPORT_SYMBOL_GPL(dynamic_fault_decide);

/**
 * dynamic_fault_result() - what a call of a listed function fails with
 * @tag: the tag that it passes
 * @function: the name of the function
 * @usual: what the list says
 *
 * -ERESTARTSYS is for the code that delivers signals. Without one, it would be
 * what the system call returns; so it is -EINTR then.
 *
 * Context: any.
 * Return: the result.
 */
long dynamic_fault_result(const void *tag, const char *function, long usual)
{
	struct dynamic_fault_line *line;
	unsigned int error = 0;

	rcu_read_lock();
	line = find_line(tag, function);
	if (line)
		error = READ_ONCE(line->error);
	rcu_read_unlock();
	if (error)
		usual = -(long)error;
	return usual == -ERESTARTSYS && !signal_pending(current) ? -EINTR : usual;
}
EXPORT_SYMBOL_GPL(dynamic_fault_result);
