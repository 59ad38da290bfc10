/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: classes of tags, for what is to be known by line.
 *
 * A tag describes the line of a call. The compiler plugin passes it to each
 * function marked __code_tag(CLASS); see Documentation/code-tags.rst. A class
 * is declared by the struct of its tags, and registered by the code that uses
 * them. For example, count how often each line calls a function:
 *
 *	struct calls_tag {
 *		CODE_TAG_FIELDS;
 *		atomic_long_t calls;
 *	} __code_tag_class(calls);
 *
 *	__code_tag_caller struct calls_tag *calls_caller(void);
 *
 *	void draw(void) __code_tag(calls);
 *
 *	void draw(void)
 *	{
 *		atomic_long_inc(&calls_caller()->calls);
 *	}
 *
 *	static struct code_tag_class calls = {
 *		.name = "calls",
 *		.size = sizeof(struct calls_tag),
 *		.show = calls_show,
 *	};
 *
 * code_tag_class_register(&calls) makes /sys/kernel/debug/codetag/calls/control
 * list all its lines, of vmlinux and of modules. The same file takes queries,
 * which set flags of lines; <linux/code_tag/query.h> has what a class can add
 * to their language.
 *
 * Allocation tags are the class "allocator", which counts nothing in its tags
 * and keeps the lines of unloaded modules; error origins are the class "error",
 * which has no tags. These find them themselves, with a struct code_tag_index.
 *
 * Needs CONFIG_CODE_TAG; and CONFIG_GCC_PLUGIN_CODE_TAG, which builds the
 * plugin, if the class has tags. Each class selects what it needs.
 */
#ifndef _LINUX_CODE_TAG_H
#define _LINUX_CODE_TAG_H

#include <linux/code_tag/abi.h>
#include <linux/list.h>
#include <linux/types.h>

struct code_tag_fault;
struct code_tag_flag;
struct code_tag_query;
struct code_tag_query_error;
struct code_tag_sections;
struct code_tag_term;
struct dentry;
struct file;
struct module;
struct seq_file;

/**
 * struct code_tag_index - how a class finds its tags, if not as arrays
 * @lock: keep tags from being added and removed; may sleep
 * @unlock: allow it again
 * @next: the index after an index, or after 0; 0 at the end. Called locked
 * @tag: the tag with an index that @next returned. Called locked
 * @module: the name of its module, NULL for vmlinux. Called locked
 * @available: can queries be executed in this boot?
 * @publish: a module is being loaded: it has been relocated, none of its code
 *	has run. Returns whether it has lines of the class
 * @retire: a module is being unloaded, or failed to load: nobody may find its
 *	tags any more. They are freed an RCU grace period later. May be called
 *	without @publish
 */
struct code_tag_index {
	void (*lock)(void);
	void (*unlock)(void);
	unsigned long (*next)(unsigned long idx);
	struct code_tag *(*tag)(unsigned long idx);
	const char *(*module)(unsigned long idx);
	bool (*available)(void);
	bool (*publish)(struct module *mod, const struct code_tag_sections *sections);
	void (*retire)(struct module *mod);
};

/**
 * struct code_tag_class - a class of tags
 * @name: of the class, and of its folder in /sys/kernel/debug/codetag
 * @size: size of a tag in bytes
 * @start: the first tag of vmlinux; 0 in a class of a module, see
 *	CODE_TAG_VMLINUX()
 * @stop: the end of these tags
 * @enabled: where the flags of the line of a tag are; NULL if none are set.
 *	Called under code_tag_lock(). NULL: the lines have no flags, or @show
 *	prints them
 * @show: print what is known of a line, after its flags; begins with a blank.
 *	May be NULL
 * @added: tags became part of the class: an array, and how many there are.
 *	Called under code_tag_lock(). May be NULL
 * @retired: the same for tags that are being removed with their module, whose
 *	code can't run any more: drop what refers to them. They are freed an RCU
 *	grace period later. May be NULL
 * @forget_code: a module is going to lose its code, or only that of its
 *	initialization: forget call stacks that have some of it. Another module
 *	may get the addresses. May be NULL
 * @fault: what fails if the line is made to fail: a name. Sets *@fault to which
 *	calls fail, NULL if none do. Called under code_tag_lock(). May be NULL
 *
 * What queries can be, see <linux/code_tag/query.h>; all may be 0:
 *
 * @flag: the flags
 * @nr_flags: how many these are
 * @enables: the flag that the words "enable" and "disable" stand for
 * @fails: the same in queries about faults; 0 if @fault is NULL
 * @terms: words beside those of all classes
 * @nr_terms: how many these are
 * @check: find out whether the parts of a query go together; NULL: it must have
 *	flags. Returns 0 or -EINVAL, with the reason in @error
 * @prepare: a query is going to change lines; its parts go together. Returns 0,
 *	CODE_TAG_NO_LINES if this was all that it is for, -EPERM if it must not
 *	be executed, with the reason in @error, or another error
 * @matches: does a query match a line? Only for lines that its common terms
 *	match, and in the order of their indexes
 * @change: change a line as a query says, instead of setting the flags at
 *	@enabled. Returns 0 or an error
 * @changed: lines have been changed, which may have ended with an error
 *
 * These four are called under code_tag_lock(), and may modify the query; see
 * lib/code_tag/apply.c.
 *
 * @show_header: print the first lines of the file control; NULL: as all classes
 * @log: what its messages begin with; NULL for "code_tag"
 *
 * Only for classes of the kernel that have no arrays of tags:
 *
 * @index: how the class finds its tags; NULL: as arrays, by their sections
 * @param: argument of modules that has queries of this class; NULL for none
 *	but codetag=
 * @folder: where its files are, from debugfs' root; NULL for codetag/@name.
 *	The class creates them
 *
 * @list: all classes
 * @dir: the folder in debugfs
 */
struct code_tag_class {
	const char *name;
	size_t size;
	struct code_tag *start;
	struct code_tag *stop;
	u8 *(*enabled)(struct code_tag *tag);
	void (*show)(struct seq_file *m, const struct code_tag *tag, unsigned long idx);
	void (*added)(struct code_tag *tags, unsigned long nr);
	void (*retired)(struct code_tag *tags, unsigned long nr);
	void (*forget_code)(const struct module *mod, bool init_only);
	const char *(*fault)(const struct code_tag *tag, unsigned long idx,
			     const struct code_tag_fault **fault);

	const struct code_tag_flag *flag;
	unsigned int nr_flags;
	u8 enables;
	u8 fails;
	const struct code_tag_term *terms;
	unsigned int nr_terms;
	int (*check)(const struct code_tag_query *query, const char *last,
		     struct code_tag_query_error *error);
	int (*prepare)(struct code_tag_query *query, struct code_tag_query_error *error);
	bool (*matches)(struct code_tag_query *query, const struct code_tag *tag,
			unsigned long idx);
	int (*change)(const struct code_tag_query *query, struct code_tag *tag, unsigned long idx);
	void (*changed)(const struct code_tag_query *query);
	void (*show_header)(struct seq_file *m);
	const char *log;

	const struct code_tag_index *index;
	const char *param;
	const char *folder;

	/* private: */
	struct list_head list;
	struct dentry *dir;
};

/*
 * The tags of vmlinux, for the definition of a class in code that is built in:
 *
 *	CODE_TAG_ARRAY(calls);
 *	static struct code_tag_class calls = {
 *		CODE_TAG_VMLINUX(calls),
 *		...
 *
 * include/asm-generic/code_tag.lds.h must list the class.
 */
#define CODE_TAG_ARRAY(class)						\
	extern struct code_tag __start_code_tags_##class[], __stop_code_tags_##class[]
#define CODE_TAG_VMLINUX(class)						\
	.start = __start_code_tags_##class,				\
	.stop = __stop_code_tags_##class

int code_tag_class_register(struct code_tag_class *class);
void code_tag_class_unregister(struct code_tag_class *class);

typedef void code_tag_class_fn(const struct code_tag_class *class, void *data);
void code_tag_each_class(code_tag_class_fn *fn, void *data);

void code_tag_lock(const struct code_tag_class *class);
void code_tag_unlock(const struct code_tag_class *class);
unsigned long code_tag_next(const struct code_tag_class *class, unsigned long idx);
struct code_tag *code_tag_from_idx(const struct code_tag_class *class, unsigned long idx);
const char *code_tag_module_name(const struct code_tag_class *class, unsigned long idx);

void code_tag_print_line(struct seq_file *m, const struct code_tag *tag, const char *module);

/*
 * For files with a line for each tag; see lib/code_tag/print.c. Not exported to
 * modules.
 */
unsigned long code_tag_seq_idx(const void *v);
void *code_tag_seq_start(const struct code_tag_class *class, loff_t *pos);
void *code_tag_seq_next(const struct code_tag_class *class, void *v, loff_t *pos);
int code_tag_parse_reset(const char __user *data, size_t len);

#ifdef CONFIG_EVENT_TRACING
void code_tag_event(const struct code_tag_class *class, const struct code_tag *tag, u64 value);
#else
static inline void code_tag_event(const struct code_tag_class *class,
				  const struct code_tag *tag, u64 value) { }
#endif

#endif /* _LINUX_CODE_TAG_H */
