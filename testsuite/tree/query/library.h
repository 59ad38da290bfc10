/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What lib/code_tag/exec.c needs of the library's other files. It isn't called
 * by programs whose classes apply queries themselves.
 */
struct rw_semaphore code_tag_classes_sem;
LIST_HEAD(code_tag_classes);

struct code_tag_class *code_tag_class_find(const char *name)
{
	return NULL;
}

void code_tag_lock(const struct code_tag_class *class) { }
void code_tag_unlock(const struct code_tag_class *class) { }

unsigned long code_tag_next(const struct code_tag_class *class, unsigned long idx)
{
	return 0;
}

struct code_tag *code_tag_from_idx(const struct code_tag_class *class, unsigned long idx)
{
	return NULL;
}

const char *code_tag_module_name(const struct code_tag_class *class, unsigned long idx)
{
	return NULL;
}

int code_tag_range_keep_query(const char *module, const char *name, const char *query)
{
	return 0;
}
