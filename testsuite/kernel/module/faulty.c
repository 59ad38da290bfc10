// SPDX-License-Identifier: GPL-2.0
/*
 * A module with faults, for tests of the lines that reports of the kernel name.
 *
 * The name of a fault is written to /proc/faulty, and the kernel reports it.
 * Some kill the task that writes. Reading the file prints the address of an
 * object that is in use, 0x38 bytes from its start.
 */
#include <linux/gfp.h>
#include <linux/kfence.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

struct faulty_part {
	char name[0x28];
	long value;
};

struct faulty {
	char name[0x38];
	struct faulty_part *part;
	struct list_head list;
	char rest[16];
};

/* In a cache of its own, with SLUB's checks whatever the command line says. */
struct checked {
	char name[0x38];
};

static struct faulty *live;
static struct kmem_cache *cache;

/* What a fault reads. */
static long taken;

static noinline struct faulty *faulty_new(void)
{
	return kzalloc(sizeof(struct faulty), GFP_KERNEL);
}

static noinline struct checked *checked_new(void)
{
	return kmem_cache_zalloc(cache, GFP_KERNEL);
}

static noinline struct page *faulty_pages(void)
{
	return alloc_pages(GFP_KERNEL | __GFP_COMP, 1);
}

static noinline char *faulty_area(void)
{
	return vzalloc(4 * PAGE_SIZE);
}

/* @faulty has no part: the fault is at 0x28. */
static noinline long faulty_value(struct faulty *faulty)
{
	return READ_ONCE(READ_ONCE(faulty->part)->value);
}

/*
 * An object of KFENCE's pool if @pool, else one that is not: KFENCE takes any
 * allocation once its interval has passed. NULL if there is none after many
 * tries.
 */
static struct faulty *faulty_new_of(bool pool)
{
	struct faulty *faulty;
	unsigned int i;

	for (i = 0; i < 10 * 1000 * 1000; i++) {
		faulty = faulty_new();
		if (!faulty || is_kfence_address(faulty) == pool)
			return faulty;
		kfree(faulty);
		cond_resched();
	}
	pr_info("faulty: no such object\n");
	return NULL;
}

/* The name of what mem_dump_obj() describes then, on the same line. */
static void dump(const char *name, void *object)
{
	pr_info("faulty: %s:", name);
	mem_dump_obj(object);
}

/* Pages and an area are dumped beside @faulty. */
static void fault_dump(struct faulty *faulty)
{
	struct page *pages = faulty_pages();
	char *area = faulty_area();

	if (faulty && pages && area) {
		dump("object", faulty);
		dump("inside object", (char *)faulty + 0x38);
		dump("pages", (char *)page_address(pages) + PAGE_SIZE + 8);
		dump("area", area + 8);
	}
	if (pages)
		__free_pages(pages, 1);
	vfree(area);
	kfree(faulty);
	if (faulty)
		dump("freed object", faulty);
}

/* Read @faulty after it was freed. */
static void fault_use_after_free(struct faulty *faulty)
{
	if (!faulty)
		return;
	kfree(faulty);
	taken = READ_ONCE(faulty->name[8]);
}

static void fault_double_free(struct faulty *faulty)
{
	/* The compiler must not see that it is the same. */
	struct faulty *again = faulty;

	OPTIMIZER_HIDE_VAR(again);
	kfree(faulty);
	kfree(again);
}

/* The entry before @faulty does not point to it. */
static void fault_list(struct faulty *faulty)
{
	struct faulty *other = faulty_new();
	LIST_HEAD(list);

	if (!other)
		return;
	list_add_tail(&other->list, &list);
	list_add_tail(&faulty->list, &list);
	other->list.next = &list;
	list_del(&faulty->list);
	kfree(other);
}

/* Write behind a checked object, and check it while it is in use. */
static void fault_overflow(void)
{
	struct checked *checked = checked_new();
	char *end = (char *)(checked + 1);

	if (!checked)
		return;
	WRITE_ONCE(*end, 'x');
	/* The test writes to /sys/kernel/slab/faulty_checked/validate. */
	pr_info("faulty: written\n");
}

static ssize_t faulty_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	char word[32];

	if (len >= sizeof(word) || copy_from_user(word, data, len))
		return -EINVAL;
	word[len] = '\0';
	strim(word);
	if (!strcmp(word, "dump"))
		fault_dump(faulty_new_of(false));
	else if (!strcmp(word, "kfence-dump"))
		fault_dump(faulty_new_of(true));
	else if (!strcmp(word, "use-after-free"))
		fault_use_after_free(faulty_new_of(false));
	else if (!strcmp(word, "double-free"))
		fault_double_free(faulty_new_of(false));
	else if (!strcmp(word, "kfence-use-after-free"))
		fault_use_after_free(faulty_new_of(true));
	else if (!strcmp(word, "kfence-double-free"))
		fault_double_free(faulty_new_of(true));
	else if (!strcmp(word, "list"))
		fault_list(live);
	else if (!strcmp(word, "overflow"))
		fault_overflow();
	else if (!strcmp(word, "null"))
		taken = faulty_value(live);
	else
		return -EINVAL;
	return len;
}

static int faulty_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%px\n", (char *)live + 0x38);
	return 0;
}

static int faulty_open(struct inode *inode, struct file *file)
{
	return single_open(file, faulty_show, NULL);
}

static const struct proc_ops faulty_ops = {
	.proc_open	= faulty_open,
	.proc_read	= seq_read,
	.proc_lseek	= seq_lseek,
	.proc_write	= faulty_write,
	.proc_release	= single_release,
};

static int __init faulty_init(void)
{
	cache = kmem_cache_create("faulty_checked", sizeof(struct checked), 0,
				  SLAB_CONSISTENCY_CHECKS | SLAB_RED_ZONE | SLAB_POISON |
				  SLAB_STORE_USER, NULL);
	live = faulty_new();
	if (!cache || !live)
		return -ENOMEM;
	return proc_create("faulty", 0600, NULL, &faulty_ops) ? 0 : -ENOMEM;
}
module_init(faulty_init);

/* It can't be unloaded: some of the tasks that wrote to its file are dead. */

MODULE_DESCRIPTION("Makes the kernel report faults");
MODULE_LICENSE("GPL");
