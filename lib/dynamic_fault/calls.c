// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic faults: calls of listed functions.
 *
 * scripts/gcc-plugins/code_tag.fault lists functions with what they return when
 * they are to fail:
 *
 *	include/linux/bio.h:submit_bio_wait = -EIO
 *
 * Each begins with a branch on dynamic_fault_key; see
 * <linux/dynamic_fault/calls.h>. If its callers pass it tags of this class, the
 * tag tells whether the line is enabled. A function has one class, so one that
 * waits or allocates has tags of that class. For each of its calls, the plugin
 * makes a tag of this class, too, and says in it which one the call passes. By
 * that, the line is found here.
 */

#include <linux/dynamic_fault.h>
#include <linux/dynamic_fault/calls.h>
#include <linux/export.h>
#include <linux/hashtable.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "internal.h"

/* Lines that are or were enabled and whose calls pass tags of another class. */
static DEFINE_HASHTABLE(others, 6);

/*
 * DYNAMIC_FAULT_BIT() of each of these lines. It stays set when the module of
 * the line is unloaded: then calls look for a line in vain.
 */
unsigned long dynamic_fault_others;
EXPORT_SYMBOL_GPL(dynamic_fault_others);

/*
 * Add @line, which has not been enabled before. Process context. The caller
 * must hold code_tag_lock().
 */
void dynamic_fault_add(struct dynamic_fault_line *line)
{
	if (!line->tag->tag)
		return;
	line->passed = (const char *)line->tag + line->tag->tag;
	hash_add_rcu(others, &line->node, (unsigned long)line->passed);
	WRITE_ONCE(dynamic_fault_others,
		   dynamic_fault_others | DYNAMIC_FAULT_BIT(line->passed));
}

/*
 * Remove @line, whose tag goes away, and free it. The caller must hold
 * code_tag_lock().
 */
void dynamic_fault_remove(struct dynamic_fault_line *line)
{
	if (line->passed)
		hash_del_rcu(&line->node);
	kfree_rcu(line, rcu);
}

/*
 * The enabled line whose calls of @function pass @tag, or NULL. Two calls in a
 * macro pass the same tag, and so do calls below a listed function. Needs
 * rcu_read_lock().
 */
static struct dynamic_fault_line *find_line(const void *tag, const char *function)
{
	struct dynamic_fault_line *line;

	hash_for_each_possible_rcu(others, line, node, (unsigned long)tag)
		if (line->passed == tag && READ_ONCE(line->tag->enabled) &&
		    !strcmp(dynamic_fault_string(line->tag, line->tag->callee), function))
			return line;
	return NULL;
}

/**
 * dynamic_fault_decide_other() - is this call of a listed function to fail?
 * @tag: the tag that it was called with, of another class, with
 *	DYNAMIC_FAULT_MAY_DECIDE()
 * @function: its name
 *
 * Context: as dynamic_fault().
 * Return: true if it is.
 */
bool dynamic_fault_decide_other(const void *tag, const char *function)
{
	struct dynamic_fault_line *line;
	bool fails;

	rcu_read_lock();
	line = find_line(tag, function);
	fails = line && dynamic_fault_decide(line->tag);
	rcu_read_unlock();
	return fails;
}
EXPORT_SYMBOL_GPL(dynamic_fault_decide_other);

static long result_of(const struct dynamic_fault_line *line, long usual)
{
	unsigned int error = line ? READ_ONCE(line->error) : 0;

	return error ? -(long)error : usual;
}

/**
 * dynamic_fault_result() - what a call of a listed function fails with
 * @tag: the tag that it was called with
 * @usual: what the list says
 *
 * Context: any.
 */
long dynamic_fault_result(const struct dynamic_fault_tag *tag, long usual)
{
	return result_of(READ_ONCE(tag->state), usual);
}
EXPORT_SYMBOL_GPL(dynamic_fault_result);

/* The same for a tag of another class. */
long dynamic_fault_result_other(const void *tag, const char *function, long usual)
{
	long result;

	rcu_read_lock();
	result = result_of(find_line(tag, function), usual);
	rcu_read_unlock();
	return result;
}
EXPORT_SYMBOL_GPL(dynamic_fault_result_other);
