/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error origins: declarations shared by these files. The headings name the
 * files that define them.
 */
#ifndef _LIB_ERROR_ORIGIN_INTERNAL_H
#define _LIB_ERROR_ORIGIN_INTERNAL_H

#include <linux/code_tag.h>
#include <linux/error_origin.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>

/* Bits of struct error_origin_entry.line_and_error. */
#define ERROR_ORIGIN_ERROR_BITS		12

/* The size of a note, a no-op or a call. */
#define ERROR_ORIGIN_NOTE_SIZE		5

/* Flags of a site: what is done at each origin, beside counting it. */
#define ERROR_ORIGIN_EVENT		BIT(0)
#define ERROR_ORIGIN_RECORD		BIT(1)
#define ERROR_ORIGIN_STACK		BIT(2)

/**
 * struct error_origin_entry - a site, as the compiler plugin describes it
 * @note: the note's address, relative to this field
 * @file: the name of the file, likewise
 * @function: the name of the function, likewise
 * @line_and_error: the line, and the error as a positive number below it
 */
struct error_origin_entry {
	int note;
	int file;
	int function;
	unsigned int line_and_error;
};

/**
 * struct error_origin_range - the sites of vmlinux or of a module
 * @list: all ranges, vmlinux first
 * @mod: the module, NULL for vmlinux
 * @start: the first entry
 * @nr: how many there are
 * @flags: the flags of each; NULL if none was ever set
 * @in_table: its addresses are in the present table
 * @init_gone: the module's .init.text is being freed, or was
 * @rcu: for freeing it
 */
struct error_origin_range {
	struct list_head list;
	struct module *mod;
	const struct error_origin_entry *start;
	unsigned long nr;
	u8 *flags;
	bool in_table;
	bool init_gone;
	struct rcu_head rcu;
};

/* table.c */

/* Protects ranges, the table, and whether notes are calls. */
extern struct mutex error_origin_mutex;
extern struct list_head error_origin_ranges;

static inline const void *error_origin_note(const struct error_origin_entry *entry)
{
	return (const void *)&entry->note + entry->note;
}

static inline const char *error_origin_file(const struct error_origin_entry *entry)
{
	return (const char *)&entry->file + entry->file;
}

static inline const char *error_origin_function(const struct error_origin_entry *entry)
{
	return (const char *)&entry->function + entry->function;
}

static inline unsigned int error_origin_line(const struct error_origin_entry *entry)
{
	return entry->line_and_error >> ERROR_ORIGIN_ERROR_BITS;
}

static inline int error_origin_error(const struct error_origin_entry *entry)
{
	return entry->line_and_error & (BIT(ERROR_ORIGIN_ERROR_BITS) - 1);
}

int error_origin_table_prepare(void);
bool error_origin_table_add(struct error_origin_range *range);
void error_origin_table_remove(const struct error_origin_range *range);
const struct error_origin_entry *error_origin_find(u32 ip);
u64 error_origin_count(const struct error_origin_entry *entry);
void error_origin_reset_counts(void);

/* Of the linker script. */
extern const struct error_origin_entry __start_error_origins[], __stop_error_origins[];

/* patch.c */
struct code_tag_sections;

#ifdef CONFIG_MODULES
bool error_origin_module_publish(struct module *mod, const struct code_tag_sections *sections);
void error_origin_module_retire(struct module *mod);
void error_origin_forget_code(const struct module *mod, bool init_only);
#else
#define error_origin_module_publish	NULL
#define error_origin_module_retire	NULL
#define error_origin_forget_code	NULL
#endif
bool error_origin_note_exists(const struct error_origin_range *range,
			      const struct error_origin_entry *entry);
void error_origin_patch(const struct error_origin_range *range, bool enable);

/* record.c */
int error_origin_records_prepare(void);
void error_origin_report(unsigned long ip);
void error_origin_forget_records(const struct error_origin_range *range);
void error_origin_forget_stacks(const struct module *mod, bool init_only);
void error_origin_show_records(struct seq_file *m);
void error_origin_reset_records(void);

/* event.c */
#ifdef CONFIG_EVENT_TRACING
void error_origin_event(const struct error_origin_entry *entry, int call, const char *module);
#else
static inline void error_origin_event(const struct error_origin_entry *entry, int call,
				      const char *module) { }
#endif

/* class.c */
extern struct code_tag_class error_origin_class;

const struct error_origin_entry *error_origin_from_idx(unsigned long idx);
unsigned long error_origin_next_passed(unsigned long idx);
bool error_origin_freed(unsigned long idx);

/* task.c */
void error_origin_forget(const struct error_origin_range *range);

/* print.c */
const char *error_origin_module(const struct error_origin_entry *entry);
struct code_tag *error_origin_tag(const struct error_origin_entry *entry);
void error_origin_print_error(struct seq_file *m, const struct error_origin_entry *entry);
void error_origin_print_errno(struct seq_file *m, const struct error_origin_entry *entry);
void error_origin_print_site(struct seq_file *m, const struct error_origin_entry *entry);

#endif /* _LIB_ERROR_ORIGIN_INTERNAL_H */
