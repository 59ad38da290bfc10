/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Made-up sites that queries select from, by file, function, line, module,
 * format and class. The sites of a module are together, in the order of lines.
 */
static const struct {
	const char *module;
	const char *file;
	unsigned int line;
	const char *function;
	const char *format;
	int class;
} sites[] = {
	{ "main", "init/main.c", 1, "start", "first line\n", -1 },
	{ "main", "init/main.c", 2, "start", "", -1 },
	{ "main", "init/main.c", 99, "run_init", "  with arguments:\n", -1 },
	{ "main", "init/main.c", 100, "run_init", "    %s\n", -1 },
	{ "main", "init/main.c", 101, "run_init_process", "a \"quoted\" word", -1 },
	{ "main", "init/version.c", 100, "version", "tab\there", -1 },
	{ "ext4", "fs/ext4/inode.c", 7, "ext4_read", "ext4: read %d\n", -1 },
	{ "ext4", "fs/ext4/inode.c", 100, "ext4_write", "ext4: write %d\n", 0 },
	{ "ext4", "fs/ext4/inode.c", 200, "ext4_write", "back\\slash", 1 },
	{ "ext4", "fs/ext4/super.c", 100, "ext4_mount", "it's ext4; really\n", 1 },
	{ "xfs", "fs/xfs/inode.c", 100, "xfs_read", "xfs: read %d\n", -1 },
	{ "xfs", "fs/xfs/odd:name.c", 3, "xfs_odd", "# 100%%\n", -1 },
	{ "usb_storage", "drivers/usb/storage/usb.c", 262143, "probe", "\vprobe\f\r", -1 },
};

/* Classes of the modules, as DECLARE_DYNDBG_CLASSMAP() declares them. */
static const char *ext4_classes[] = { "CORE", "VBL" };
