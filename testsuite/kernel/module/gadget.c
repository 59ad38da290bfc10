// SPDX-License-Identifier: GPL-2.0
/*
 * A driver without hardware, for class/each-listed.exp: reading /proc/gadget
 * calls listed functions that drivers, file systems and protocols call, each in
 * a line of its own, until one fails, and undoes all of that.
 *
 * Parameter disk: a block device with a file system of ext4; its first block is
 * read, and written as it was.
 */
#include <linux/blkdev.h>
#include <linux/buffer_head.h>
#include <linux/cdev.h>
#include <linux/completion.h>
#include <linux/dma-mapping.h>
#include <linux/etherdevice.h>
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/pagemap.h>
#include <linux/pci.h>
#include <linux/platform_device.h>
#include <linux/proc_fs.h>
#include <linux/rtnetlink.h>
#include <linux/rwsem.h>
#include <linux/semaphore.h>
#include <linux/seq_file.h>
#include <linux/sockptr.h>
#include <net/netlink.h>
#include <net/sock.h>

static char *disk = "";
module_param(disk, charp, 0);

/*
 * Waiting. Nobody else has these.
 */
static struct semaphore semaphore = __SEMAPHORE_INITIALIZER(semaphore, 1);
static DECLARE_RWSEM(rwsem);
static DECLARE_COMPLETION(completed);

static noinline int call_waits(void)
{
	int err;

	err = down_interruptible(&semaphore);
	if (err)
		return err;
	up(&semaphore);
	err = down_killable(&semaphore);
	if (err)
		return err;
	up(&semaphore);
	err = down_read_interruptible(&rwsem);
	if (err)
		return err;
	up_read(&rwsem);
	err = down_write_killable(&rwsem);
	if (err)
		return err;
	up_write(&rwsem);
	complete(&completed);
	err = wait_for_completion_interruptible(&completed);
	if (err)
		return err;
	complete(&completed);
	return wait_for_completion_timeout(&completed, HZ) ? 0 : -ETIMEDOUT;
}

/*
 * Devices. A page of the first misc device can be mapped in two ways.
 */
static struct page *page;

static int gadget_mmap(struct file *file, struct vm_area_struct *vma)
{
	if (vma->vm_pgoff)
		return vm_insert_page(vma, vma->vm_start, page);
	return remap_pfn_range(vma, vma->vm_start, page_to_pfn(page), PAGE_SIZE,
			       vma->vm_page_prot);
}

static const struct file_operations gadget_fops = {
	.owner	= THIS_MODULE,
	.mmap	= gadget_mmap,
};

static struct miscdevice misc = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "gadget",
	.fops	= &gadget_fops,
};

static struct miscdevice other_misc = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "gadget.other",
	.fops	= &gadget_fops,
};

static int gadget_probe(struct platform_device *pdev)
{
	int err = dma_set_mask(&pdev->dev, DMA_BIT_MASK(32));

	return err ? err : dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(32));
}

static struct platform_driver driver = {
	.probe	= gadget_probe,
	.driver	= { .name = "gadget" },
};

static irqreturn_t gadget_irq(int irq, void *data)
{
	return IRQ_NONE;
}

/* Of the old interrupts of PCs, two that no device of a VM has. */
#define IRQ		5
#define THREADED_IRQ	7

static noinline int call_interrupts(void)
{
	int err = request_irq(IRQ, gadget_irq, 0, "gadget", &misc);

	if (err)
		return err;
	free_irq(IRQ, &misc);
	err = request_threaded_irq(THREADED_IRQ, gadget_irq, gadget_irq, 0, "gadget", &misc);
	if (!err)
		free_irq(THREADED_IRQ, &misc);
	return err;
}

/* The first device that is no bridge. */
static noinline int call_pci(void)
{
	struct pci_dev *pdev = NULL;
	int err = 0;

	do
		pdev = pci_get_device(PCI_ANY_ID, PCI_ANY_ID, pdev);
	while (pdev && pdev->class >> 16 == PCI_BASE_CLASS_BRIDGE);
	if (pdev)
		err = pci_enable_device(pdev);
	if (pdev && !err)
		pci_disable_device(pdev);
	pci_dev_put(pdev);
	return err;
}

static noinline int call_devices(void)
{
	static struct cdev cdev;
	struct platform_device *pdev;
	dev_t dev;
	int err;

	err = misc_register(&other_misc);
	if (err)
		return err;
	misc_deregister(&other_misc);
	err = alloc_chrdev_region(&dev, 0, 1, "gadget");
	if (err)
		return err;
	cdev_init(&cdev, &gadget_fops);
	err = cdev_add(&cdev, dev, 1);
	if (!err)
		cdev_del(&cdev);
	unregister_chrdev_region(dev, 1);
	if (err)
		return err;
	/* Those for local use. */
	err = register_chrdev_region(MKDEV(240, 0), 1, "gadget");
	if (err)
		return err;
	unregister_chrdev_region(MKDEV(240, 0), 1);

	err = platform_driver_register(&driver);
	if (err)
		return err;
	pdev = platform_device_register_simple("gadget", -1, NULL, 0);
	err = PTR_ERR_OR_ZERO(pdev);
	if (!err)
		platform_device_unregister(pdev);
	platform_driver_unregister(&driver);
	if (err)
		return err;

	err = call_interrupts();
	return err ? err : call_pci();
}

/*
 * Files and disks
 */
static struct file_system_type file_system = {
	.owner	= THIS_MODULE,
	.name	= "gadget",
};

static noinline int call_files(void)
{
	loff_t pos = 0;
	ssize_t n;
	struct file *file;
	int err;

	err = register_filesystem(&file_system);
	if (err)
		return err;
	unregister_filesystem(&file_system);
	file = filp_open("/tmp/gadget", O_RDWR | O_CREAT, 0600);
	if (IS_ERR(file))
		return PTR_ERR(file);
	n = kernel_write(file, "gadget", 6, &pos);
	err = filp_close(file, NULL);
	return n < 0 ? n : err;
}

static noinline int call_disk(void)
{
	struct file *file = filp_open(disk, O_RDWR, 0);
	struct buffer_head *block;
	struct folio *folio;
	int err = -EIO;

	if (IS_ERR(file))
		return PTR_ERR(file);
	folio = read_mapping_folio(file->f_mapping, 0, file);
	if (IS_ERR(folio)) {
		err = PTR_ERR(folio);
		goto close;
	}
	folio_put(folio);
	block = __bread(I_BDEV(file->f_mapping->host), 0, PAGE_SIZE);
	if (!block)
		goto close;
	mark_buffer_dirty(block);
	err = sync_dirty_buffer(block);
	brelse(block);
	if (!err)
		err = filemap_fdatawrite_range(file->f_mapping, 0, LLONG_MAX);
close:
	filp_close(file, NULL);
	return err;
}

/*
 * Networks
 */
static netdev_tx_t gadget_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops netdev_ops = {
	.ndo_start_xmit	= gadget_xmit,
};

static void gadget_setup(struct net_device *dev)
{
	ether_setup(dev);
	dev->netdev_ops = &netdev_ops;
}

static noinline int call_netdev(void)
{
	struct net_device *dev = alloc_netdev(0, "gadget%d", NET_NAME_ENUM, gadget_setup);
	int err;

	if (!dev)
		return -ENOMEM;
	rtnl_lock();
	err = register_netdevice(dev);
	if (!err) {
		err = dev_open(dev, NULL);
		unregister_netdevice(dev);
	}
	rtnl_unlock();
	free_netdev(dev);
	return err;
}

static noinline int call_messages(void)
{
	struct sk_buff *skb = nlmsg_new(NLMSG_DEFAULT_SIZE, GFP_KERNEL);
	int err;

	if (!skb)
		return -ENOMEM;
	err = nla_put_s32(skb, 1, -1);
	if (!err)
		err = nla_put_flag(skb, 2);
	if (!err)
		err = nla_put_be32(skb, 3, cpu_to_be32(1));
	nlmsg_free(skb);
	return err;
}

static noinline int call_network(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	struct socket *sock;
	char option[4];
	int err;

	err = copy_from_sockptr_offset(option, KERNEL_SOCKPTR("option"), 1, sizeof(option));
	if (err)
		return err;
	err = sock_create_kern(&init_net, AF_INET, SOCK_DGRAM, IPPROTO_UDP, &sock);
	if (err)
		return err;
	err = kernel_bind(sock, (struct sockaddr *)&address, sizeof(address));
	sock_release(sock);
	if (!err)
		err = call_messages();
	return err ? err : call_netdev();
}

static int gadget_show(struct seq_file *m, void *v)
{
	int err = call_waits();

	if (!err)
		err = call_devices();
	if (!err)
		err = call_files();
	if (!err && *disk)
		err = call_disk();
	if (!err)
		err = call_network();
	seq_printf(m, "%d\n", err);
	return 0;
}

static int __init gadget_init(void)
{
	int err;

	page = alloc_page(GFP_KERNEL | __GFP_ZERO);
	if (!page)
		return -ENOMEM;
	err = misc_register(&misc);
	if (!err && !proc_create_single("gadget", 0400, NULL, gadget_show)) {
		misc_deregister(&misc);
		err = -ENOMEM;
	}
	if (err)
		__free_page(page);
	return err;
}

static void __exit gadget_exit(void)
{
	remove_proc_entry("gadget", NULL);
	misc_deregister(&misc);
	__free_page(page);
}

module_init(gadget_init);
module_exit(gadget_exit);
MODULE_DESCRIPTION("Test of listed functions that drivers call");
MODULE_LICENSE("GPL");
