/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: declarations shared by the files of the library. The headings name
 * the files that define them.
 */
#ifndef _LIB_CODE_TAG_INTERNAL_H
#define _LIB_CODE_TAG_INTERNAL_H

#include <linux/code_tag.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>

/**
 * struct code_tag_range - the tags of a class in vmlinux, or in a module
 * @list: all ranges
 * @name: of the class, which need not be registered
 * @class: the class, NULL if it is not registered: then the range waits for it
 * @mod: the module, NULL for vmlinux
 * @module: its name
 * @start: the first tag
 * @bytes: size of all of them
 * @first: the index of the first tag, if @class is set
 * @nr: how many tags there are, if @class is set
 * @query: queries for lines of the module that wait for the class; may be NULL
 * @name_of_module: where @name is, for a module: its own strings may be gone
 *
 * Protected by code_tag_mutex.
 */
struct code_tag_range {
	struct list_head list;
	const char *name;
	struct code_tag_class *class;
	const struct module *mod;
	char module[MODULE_NAME_LEN];
	void *start;
	size_t bytes;
	unsigned long first;
	unsigned long nr;
	char *query;
	char name_of_module[];
};

/* tags.c */

/* Protects the list of classes. Taken before code_tag_mutex. */
extern struct rw_semaphore code_tag_classes_sem;
extern struct list_head code_tag_classes;

/* Protects the tags of all classes but those with a struct code_tag_index. */
extern struct mutex code_tag_mutex;
extern struct list_head code_tag_ranges;

struct code_tag_class *code_tag_class_find(const char *name);

void code_tag_range_attach(struct code_tag_range *range, struct code_tag_class *class);
void code_tag_range_detach(struct code_tag_range *range);
void code_tag_range_add(struct code_tag_range *range);
void code_tag_range_remove(const struct module *mod, const char *name);
bool code_tag_range_exists(const struct code_tag_class *class, const struct module *mod);
int code_tag_range_keep_query(const char *module, const char *name, const char *query);

/* exec.c */
#ifdef CONFIG_CODE_TAG_CONTROL
void code_tag_exec_boot(struct code_tag_class *class);
void code_tag_exec_module(struct code_tag_class *class, const char *module, char *query);
#else
static inline void code_tag_exec_boot(struct code_tag_class *class) { }
static inline void code_tag_exec_module(struct code_tag_class *class, const char *module,
					char *query) { }
#endif

/* control.c */
#ifdef CONFIG_CODE_TAG_CONTROL
void code_tag_control_add(struct code_tag_class *class);
void code_tag_control_remove(struct code_tag_class *class);
#else
static inline void code_tag_control_add(struct code_tag_class *class) { }
static inline void code_tag_control_remove(struct code_tag_class *class) { }
#endif

#endif /* _LIB_CODE_TAG_INTERNAL_H */
