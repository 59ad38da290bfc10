/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What lib/dynamic_debug.c and lib/code_tag/ need of the kernel to parse and
 * execute queries in a program. All headers that they include are this one, but
 * those that declare what is tested; see dynamic-debug.exp.
 *
 * What decides about queries is the kernel's own code, in kernel-functions.c:
 * ctype, kstrtouint(), match_wildcard(), string_unescape().
 */
#ifndef STUBS_H
#define STUBS_H

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef uint8_t u8;
typedef uint64_t u64;
typedef uint16_t u16;
typedef int16_t s16;
typedef int8_t s8;
typedef uint32_t u32;

#define U64_MAX			UINT64_MAX
#define PAGE_SIZE		4096
#define MAX_ERRNO		4095
#define HZ			100
#define BIT(n)			(1UL << (n))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define BUG_ON(condition)	do { if (condition) abort(); } while (0)
#define BUILD_BUG_ON_MSG(condition, message)	((void)0)
#define WARN(condition, ...)	((void)(condition))
#define IS_ENABLED(option)	0
#define IS_ERR(p)		((unsigned long)(p) >= -4095UL)
#define PTR_ERR(p)		((long)(p))
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, value)	((x) = (value))
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define unlikely(x)		(x)
#define fallthrough		__attribute__((fallthrough))
#define noinline		__attribute__((noinline))
#define __aligned(n)		__attribute__((aligned(n)))
#define __used			__attribute__((used))
#define __section(name)		__attribute__((section(name)))
#define __printf(a, b)		__attribute__((format(printf, a, b)))
#define static_assert		_Static_assert
#define __init
#define __initdata
#define __ref
#define __user
#define THIS_MODULE		NULL
#define KBUILD_MODNAME		"program"
#define GFP_KERNEL		0
#define EXPORT_SYMBOL(symbol)
#define EXPORT_SYMBOL_GPL(symbol)
#define EXPORT_SYMBOL_IF_KUNIT(symbol)
#define MODULE_PARM_DESC(name, text)
#define module_param(name, type, mode)
#define module_param_named(name, variable, type, mode)
#define __setup(name, function) \
	static void *__used setup_##function = function
#define early_param(name, function)	__setup(name, function)
#define early_initcall(function)	__setup("", function)
#define core_initcall(function)		__setup("", function)
#define fs_initcall(function)		__setup("", function)

/* Characters: as the kernel classifies them. */
#define _U	0x01
#define _L	0x02
#define _D	0x04
#define _C	0x08
#define _P	0x10
#define _S	0x20
#define _X	0x40
#define _SP	0x80

extern const unsigned char _ctype[];

#define is_ctype(c, mask)	((_ctype[(unsigned char)(c)] & (mask)) != 0)
#define isspace(c)	is_ctype(c, _S)
#define isalpha(c)	is_ctype(c, _U | _L)
#define isxdigit(c)	is_ctype(c, _D | _X)
#define isdigit(c)	((c) >= '0' && (c) <= '9')
#define isodigit(c)	((c) >= '0' && (c) <= '7')
#define _tolower(c)	((c) | 0x20)

#define UNESCAPE_SPACE		BIT(0)
#define UNESCAPE_OCTAL		BIT(1)
#define UNESCAPE_HEX		BIT(2)
#define UNESCAPE_SPECIAL	BIT(3)
#define KSTRTOX_OVERFLOW	(1U << 31)

unsigned int _parse_integer_limit(const char *s, unsigned int base, unsigned long long *p,
				  size_t max_chars);
const char *_parse_integer_fixup_radix(const char *s, unsigned int *base);
unsigned int _parse_integer(const char *s, unsigned int base, unsigned long long *p);
int kstrtoull(const char *s, unsigned int base, unsigned long long *res);
int kstrtouint(const char *s, unsigned int base, unsigned int *res);
bool match_wildcard(const char *pattern, const char *text);
int string_unescape(char *src, char *dst, size_t size, unsigned int flags);

/* Neither parser asks for \x. */
static inline int hex_to_bin(unsigned char c)
{
	return -1;
}

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline int string_unescape_inplace(char *text, unsigned int flags)
{
	return string_unescape(text, text, 0, flags);
}

static inline int kstrtoul(const char *s, unsigned int base, unsigned long *res)
{
	unsigned long long number;
	int err = kstrtoull(s, base, &number);

	if (!err)
		*res = number;
	return err;
}

static inline unsigned long long memparse(const char *text, char **end)
{
	return strtoull(text, end, 0);
}

static inline const char *errname(int err)
{
	return NULL;
}

static inline char *skip_spaces(const char *text)
{
	while (isspace(*text))
		text++;
	return (char *)text;
}

static inline const char *kbasename(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static inline ssize_t strscpy(char *to, const char *from, size_t size)
{
	return snprintf(to, size, "%s", from);
}

static inline int match_string(const char *const *array, size_t n, const char *text)
{
	for (size_t i = 0; i < n && array[i]; i++)
		if (!strcmp(array[i], text))
			return i;
	return -EINVAL;
}

/* Memory. */
#define kzalloc(size, flags)	calloc(1, size)
#define kmalloc(size, flags)	malloc(size)
#define kfree(p)		free((void *)(p))
#define kstrdup(text, flags)	strdup(text)
#define memblock_alloc(size, align)	malloc(size)
#define memblock_free(p, size)	free(p)
#define slab_is_available()	true

static inline char *kstrdup_and_replace(const char *text, char old, char new, int flags)
{
	char *copy = strdup(text);

	for (char *p = copy; *p; p++)
		if (*p == old)
			*p = new;
	return copy;
}

static inline void *memdup_user_nul(const void *from, size_t len)
{
	char *copy = malloc(len + 1);

	memcpy(copy, from, len);
	copy[len] = '\0';
	return copy;
}

/* Lists. */
struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD(name)		struct list_head name = { &(name), &(name) }
#define INIT_LIST_HEAD(list)	((list)->next = (list)->prev = (list))
#define list_entry(p, type, member)	container_of(p, type, member)
#define list_empty(list)	((list)->next == (list))
#define list_is_last(entry, list)	((entry)->next == (list))
#define list_for_each_entry(p, list, member)				\
	for (p = list_entry((list)->next, __typeof__(*p), member);	\
	     &p->member != (list);					\
	     p = list_entry(p->member.next, __typeof__(*p), member))
#define list_for_each_entry_safe(p, n, list, member)			\
	for (p = list_entry((list)->next, __typeof__(*p), member),	\
	     n = list_entry(p->member.next, __typeof__(*p), member);	\
	     &p->member != (list);					\
	     p = n, n = list_entry(n->member.next, __typeof__(*n), member))

static inline void list_add_tail(struct list_head *new, struct list_head *list)
{
	new->prev = list->prev;
	new->next = list;
	list->prev->next = new;
	list->prev = new;
}

static inline void list_add(struct list_head *new, struct list_head *list)
{
	list_add_tail(new, list->next);
}

static inline void list_del_init(struct list_head *entry)
{
	entry->prev->next = entry->next;
	entry->next->prev = entry->prev;
	INIT_LIST_HEAD(entry);
}

/* Locks: there is one thread. */
struct mutex { int locked; };
struct rw_semaphore { int locked; };
struct ratelimit_state { int missed; };
#define DEFINE_MUTEX(name)	struct mutex name
#define mutex_lock(lock)	((void)(lock))
#define mutex_unlock(lock)	((void)(lock))
#define down_read(lock)		((void)(lock))
#define up_read(lock)		((void)(lock))
#define DEFINE_RATELIMIT_STATE(name, interval, burst)	struct ratelimit_state name
#define __ratelimit(state)	((void)(state), true)

/* Messages: what has been printed is in kernel_log. */
extern char kernel_log[1 << 20];

__printf(1, 2) static inline void log_printf(const char *format, ...)
{
	char *end = kernel_log + strlen(kernel_log);
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(end, kernel_log + sizeof(kernel_log) - end, format, args);
	va_end(args);
	if (len >= kernel_log + sizeof(kernel_log) - end)
		abort();
	/* %c can print a 0. */
	while (len--)
		if (!end[len])
			end[len] = '0';
}

#define pr_err(format, ...)	log_printf(pr_fmt(format), ##__VA_ARGS__)
#define pr_warn(format, ...)	log_printf(pr_fmt(format), ##__VA_ARGS__)
#define pr_info(format, ...)	log_printf(pr_fmt(format), ##__VA_ARGS__)
#define pr_cont(format, ...)	log_printf(format, ##__VA_ARGS__)

/* Files: control is compiled, but not read. */
struct inode;
struct dentry;
struct file { void *private_data; };
struct seq_file { void *private; };
struct seq_operations {
	void *(*start)(struct seq_file *m, loff_t *pos);
	void (*stop)(struct seq_file *m, void *v);
	void *(*next)(struct seq_file *m, void *v, loff_t *pos);
	int (*show)(struct seq_file *m, void *v);
};
struct file_operations {
	void *owner;
	int (*open)(struct inode *inode, struct file *file);
	void *read, *llseek, *release;
	ssize_t (*write)(struct file *file, const char *text, size_t len, loff_t *pos);
};
struct proc_ops {
	int (*proc_open)(struct inode *inode, struct file *file);
	void *proc_read, *proc_lseek, *proc_release;
	ssize_t (*proc_write)(struct file *file, const char *text, size_t len, loff_t *pos);
};
struct proc_dir_entry;
#define SEQ_START_TOKEN		((void *)1)
#define seq_read		NULL
#define seq_lseek		NULL
#define seq_release_private	NULL
#define seq_printf(m, format, ...)	((void)(m), log_printf(format, ##__VA_ARGS__))
#define seq_puts(m, text)	seq_printf(m, "%s", text)
#define seq_putc(m, c)		seq_printf(m, "%c", c)
#define ESCAPE_SPACE		0
#define seq_open_private(file, operations, size)	((void)(operations), 0)
#define debugfs_initialized()	true
#define debugfs_create_dir(name, parent)	NULL
#define debugfs_create_file(name, mode, dir, data, operations) \
	((void)(dir), (void)(operations))
#define proc_mkdir(name, parent)	((struct proc_dir_entry *)NULL)
#define proc_create(name, mode, dir, operations)	((void)(operations))
#define seq_escape_str(m, text, flags, escaped)	((void)(text))

/* What is printed at the sites, and parameters: compiled, but not called. */
struct device { int dummy; };
#define MODULE_NAME_LEN		56
typedef struct { int dummy; } Elf_Shdr;
struct task_struct { int pid; };
struct va_format { const char *fmt; va_list *va; };
struct kernel_param { const char *name; void *arg; };
struct kernel_param_ops {
	int (*set)(const char *text, const struct kernel_param *param);
	int (*get)(char *buffer, const struct kernel_param *param);
};
#define KERN_DEBUG		""
#define LOGLEVEL_DEBUG		7
#define current			NULL
#define in_interrupt()		false
#define task_pid_vnr(task)	0
#define printk(format, ...)	((void)0)
#define dev_printk_emit(level, dev, ...)	((void)(dev))
#define dev_driver_string(dev)	""
#define dev_name(dev)		""
#define scnprintf		snprintf
#define test_bit(n, bits)	((*(bits) >> (n)) & 1)
#define saved_command_line	""
#define parse_args(name, args, params, n, first, last, arg, unknown) \
	((void)(args), (void)(unknown))

static inline char *next_arg(char *args, char **param, char **value)
{
	return NULL;
}

static inline bool parameqn(const char *a, const char *b, size_t n)
{
	return !strncmp(a, b, n);
}

#endif /* STUBS_H */
