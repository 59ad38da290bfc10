// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: /sys/kernel/debug/alloctag/whose, which line allocated the
 * memory at an address.
 *
 * An address is written, in hexadecimal, and the answer is read: from the same
 * open file, or from one that is opened after that. So a program gets the
 * answer to its own question, and a shell needs only echo and cat.
 *
 * Opening it takes CAP_SYS_ADMIN. Lockdown refuses it, as all files of debugfs
 * that can be written to. It prints no address, but how far the one that was
 * written is from the start of an object.
 */

#include <linux/alloc_tag/owner.h>
#include <linux/capability.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "internal.h"

/* The address that was written last. */
static unsigned long last;

/* @m->private is the address. */
static int whose_show(struct seq_file *m, void *v)
{
	unsigned long addr = (unsigned long)READ_ONCE(m->private);
	struct alloc_tag_owner owner;
	bool known;

	if (!addr) {
		seq_puts(m, "# write an address, in hexadecimal, then read whose memory is there\n");
		return 0;
	}
	known = alloc_tag_describe((void *)addr, &owner);
	if (!known && !owner.size) {
		seq_puts(m, "no memory whose line is known\n");
		return 0;
	}
	if (owner.start)
		seq_printf(m, "0x%lx bytes inside ", addr - owner.start);
	else
		seq_puts(m, "inside ");
	seq_puts(m, known ? owner.type : "object");
	if (owner.size)
		seq_printf(m, " [size %zu]", owner.size);
	if (known)
		seq_printf(m, ALLOC_TAG_OWNER_FMT "\n", alloc_tag_owner_was(&owner), owner.place);
	else
		seq_puts(m, ALLOC_TAG_OWNER_UNKNOWN "\n");
	return 0;
}

static int whose_open(struct inode *inode, struct file *file)
{
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	return single_open(file, whose_show, (void *)READ_ONCE(last));
}

/* Does not move the file's position, so the answer is read from its start. */
static ssize_t whose_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	unsigned long addr;
	int err;

	err = kstrtoul_from_user(data, len, 16, &addr);
	if (err)
		return err;
	WRITE_ONCE(m->private, (void *)addr);
	WRITE_ONCE(last, addr);
	return len;
}

static const struct file_operations whose_fops = {
	.owner		= THIS_MODULE,
	.open		= whose_open,
	.read		= seq_read,
	.write		= whose_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

/*
 * The folder of all files in debugfs, made by the first caller. Context: boot,
 * from an initcall.
 */
struct dentry * __init alloc_tag_debugfs_dir(void)
{
	static struct dentry *dir __initdata;

	if (!dir)
		dir = debugfs_create_dir("alloctag", NULL);
	return dir;
}

static int __init alloc_tag_whose_init(void)
{
	if (alloc_tag_available())
		debugfs_create_file("whose", 0600, alloc_tag_debugfs_dir(), NULL, &whose_fops);
	return 0;
}
fs_initcall(alloc_tag_whose_init);
