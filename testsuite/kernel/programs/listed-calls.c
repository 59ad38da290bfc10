// SPDX-License-Identifier: GPL-2.0
/*
 * Let each listed function fail once at each line that calls it, while this
 * process uses what it can of the kernel: disks, ext4, sockets, pipes, memory,
 * modules, processors.
 *
 *	listed-calls IMAGE [MODULE...]
 *
 * IMAGE is a file with an ext4 file system. Each MODULE is a file, loaded and
 * unloaded; what those that are loaded before have in /proc is read. Only this
 * process is affected ("task="), so the shell goes on.
 * Prints a line "FUNCTION LINES": at how many lines it has failed; and "end".
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define CONTROL	"/sys/kernel/debug/codetag/fault/control"
#define LOOP	"/dev/loop1"
#define FOLDER	"/tmp/listed"

/* What the load does may fail at any place. */
#define try(call)	do { if ((call) < 0) failures++; } while (0)
static unsigned long failures;

static char data[9000];
static int control;

static int put(const char *name, const char *text)
{
	int fd = open(name, O_WRONLY), n;

	if (fd < 0)
		return -1;
	n = write(fd, text, strlen(text));
	close(fd);
	return n;
}

static void get(const char *name)
{
	int fd = open(name, O_RDONLY | O_NONBLOCK);

	if (fd < 0)
		return;
	try(read(fd, data, sizeof(data)));
	close(fd);
}

/* May fail at each line once. What stays mapped keeps its file system busy. */
static void unmap(void *map, size_t size)
{
	int i;

	for (i = 0; i < 20 && munmap(map, size); i++)
		failures++;
}

/* Let LOOP be a disk with the file @image. */
static void attach(const char *image)
{
	int disk = open(LOOP, O_RDWR), file = open(image, O_RDWR);

	if (disk >= 0 && file >= 0)
		try(ioctl(disk, LOOP_SET_FD, file));
	close(disk);
	close(file);
}

static void detach(void)
{
	int disk = open(LOOP, O_RDWR);
	unsigned long long range[2] = { 4096, 4096 };
	int direct;

	if (disk < 0)
		return;
	try(ioctl(disk, BLKFLSBUF, 0));
	try(pread(disk, data, 4096, 0));
	try(pwrite(disk, data, 100, 100));
	try(fsync(disk));
	try(ioctl(disk, BLKDISCARD, range));
	try(ioctl(disk, BLKZEROOUT, range));
	direct = open(LOOP, O_RDONLY | O_DIRECT);
	try(pread(direct, (void *)(((unsigned long)data + 511) & -512UL), 4096, 0));
	close(direct);
	try(ioctl(disk, LOOP_CLR_FD, 0));
	close(disk);
}

static void use_file(const char *name, int flags)
{
	int fd = open(name, O_RDWR | O_CREAT | flags, 0644), other;
	void *map;
	int i;

	if (fd < 0)
		return;
	for (i = 0; i < 6; i++)
		try(write(fd, data, 5000));
	try(pwrite(fd, data, 100, 1 << 20));
	try(fsync(fd));
	try(fdatasync(fd));
	try(sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
			    SYNC_FILE_RANGE_WAIT_AFTER));
	try(ftruncate(fd, 3000));
	try(fallocate(fd, 0, 0, 65536));
	try(fallocate(fd, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, 8192, 8192));
	try(fallocate(fd, FALLOC_FL_ZERO_RANGE, 0, 4096));
	try(fchmod(fd, 0600));
	try(fsetxattr(fd, "user.a", data, 50, 0));
	try(fgetxattr(fd, "user.a", data, 60));
	/* In a block of its own. */
	try(fsetxattr(fd, "user.b", data, 900, 0));
	try(fgetxattr(fd, "user.b", data, 900));
	try(flistxattr(fd, data, 60));
	try(pread(fd, data, 4000, 0));
	map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map != MAP_FAILED) {
		try(msync(map, 8192, MS_SYNC));
		unmap(map, 8192);
	}
	other = open("/tmp/listed-copy", O_RDWR | O_CREAT, 0600);
	try(sendfile(other, fd, NULL, 4000));
	try(copy_file_range(fd, NULL, other, NULL, 100, 0));
	close(other);
	close(fd);
}

static void use_ext4(const char *image)
{
	static const int flags[] = { 0, O_SYNC, O_DIRECT, O_APPEND };
	struct fstrim_range all = { .len = ULLONG_MAX };
	struct statfs fs;
	struct stat st;
	char name[64];
	DIR *dir;
	int i, fd;

	attach(image);
	for (i = 0; i < 3 && mount(LOOP, FOLDER, "ext4", 0, "errors=continue"); i++)
		failures++;
	for (i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), FOLDER "/file.%d", i);
		use_file(name, flags[i % 4]);
	}
	try(mkdir(FOLDER "/d", 0755));
	try(rename(FOLDER "/file.1", FOLDER "/d/moved"));
	try(link(FOLDER "/file.2", FOLDER "/d/hard"));
	memset(data, 'x', 100);
	data[100] = '\0';
	try(symlink(data, FOLDER "/d/soft"));
	try(readlink(FOLDER "/d/soft", data, 90));
	try(mknod(FOLDER "/fifo", S_IFIFO | 0600, 0));
	try(chown(FOLDER "/file.5", 5, 5));
	try(utimensat(AT_FDCWD, FOLDER "/file.5", NULL, 0));
	try(truncate(FOLDER "/file.6", 100));
	try(access(FOLDER "/file.7", R_OK));
	try(statfs(FOLDER, &fs));
	try(stat(FOLDER "/file.2", &st));
	dir = opendir(FOLDER);
	while (dir && readdir(dir))
		continue;
	if (dir)
		closedir(dir);
	fd = open(FOLDER, O_RDONLY);
	try(syncfs(fd));
	try(fsync(fd));
	try(ioctl(fd, FITRIM, &all));
	try(ioctl(fd, FIFREEZE, 0));
	try(ioctl(fd, FITHAW, 0));
	close(fd);
	put("/proc/sys/vm/drop_caches", "3");
	for (i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), FOLDER "/file.%d", i);
		get(name);
		try(unlink(name));
	}
	try(mount(NULL, FOLDER, NULL, MS_REMOUNT | MS_RDONLY, NULL));
	try(mount(NULL, FOLDER, NULL, MS_REMOUNT, NULL));
	sync();
	for (i = 0; i < 4 && umount(FOLDER); i++)
		failures++;
	detach();
}

/*
 * The file system may be frozen, mounted, or damaged, after a call has failed.
 * Write the image as it was when this is called first.
 */
static void restore(const char *image)
{
	static char pristine[8 << 20];
	static ssize_t size;
	int fd = open(FOLDER, O_RDONLY);

	ioctl(fd, FITHAW, 0);
	close(fd);
	while (!umount(FOLDER))
		continue;
	fd = open(LOOP, O_RDWR);
	ioctl(fd, LOOP_CLR_FD, 0);
	close(fd);
	fd = open(image, O_RDWR);
	if (!size)
		size = read(fd, pristine, sizeof(pristine));
	else if (pwrite(fd, pristine, size, 0) != size)
		err(1, "%s", image);
	close(fd);
}

static void use_internet(int type)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr = { htonl(INADDR_LOOPBACK) },
	};
	struct pollfd ready = { .events = POLLIN };
	socklen_t size = sizeof(address);
	int one = socket(AF_INET, type, 0), two = socket(AF_INET, type | SOCK_NONBLOCK, 0), three;
	struct ifreq device = { .ifr_name = "lo" };
	int value = 9000;

	try(ioctl(one, SIOCGIFFLAGS, &device));
	device.ifr_flags |= IFF_UP;
	try(ioctl(one, SIOCSIFFLAGS, &device));
	try(bind(one, (struct sockaddr *)&address, size));
	try(getsockname(one, (struct sockaddr *)&address, &size));
	try(setsockopt(one, SOL_SOCKET, SO_RCVBUF, &value, sizeof(value)));
	size = sizeof(value);
	try(getsockopt(one, SOL_SOCKET, SO_TYPE, &value, &size));
	three = one;
	if (type == SOCK_STREAM)
		try(listen(one, 3));
	try(connect(two, (struct sockaddr *)&address, sizeof(address)));
	ready.fd = one;
	if (type == SOCK_STREAM) {
		poll(&ready, 1, 50);
		fcntl(one, F_SETFL, O_NONBLOCK);
		three = accept(one, NULL, NULL);
	}
	try(send(two, data, 2000, MSG_NOSIGNAL));
	ready.fd = three;
	poll(&ready, 1, 50);
	try(recv(three, data, 3000, MSG_DONTWAIT));
	if (three != one)
		close(three);
	close(two);
	close(one);
}

static void use_netlink(void)
{
	static const int types[] = { RTM_GETLINK, RTM_GETADDR, RTM_GETROUTE, RTM_GETNEIGH };
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	struct pollfd ready = { fd, POLLIN, 0 };
	unsigned int i, n;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		struct {
			struct nlmsghdr header;
			struct rtgenmsg message;
			char rest[64];
		} request = {
			.header.nlmsg_len = sizeof(request),
			.header.nlmsg_type = types[i],
			.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
			.message.rtgen_family = AF_UNSPEC,
		};

		try(send(fd, &request, sizeof(request), 0));
		for (n = 0; n < 5 && poll(&ready, 1, 20) > 0; n++)
			try(recv(fd, data, sizeof(data), MSG_DONTWAIT));
	}
	close(fd);
}

/* A network namespace of its own, for a moment. */
static void use_namespace(void)
{
	int own = open("/proc/self/ns/net", O_RDONLY), i;

	try(unshare(CLONE_NEWNET));
	try(unshare(CLONE_NEWIPC | CLONE_NEWUTS));
	for (i = 0; i < 20 && setns(own, CLONE_NEWNET); i++)
		failures++;
	close(own);
}

static void use_pipes(void)
{
	int ends[2], file = open("/tmp/listed-pipe", O_RDWR | O_CREAT, 0600);
	struct iovec part = { data, 1000 };
	char space[CMSG_SPACE(sizeof(int))] = { 0 };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = space,
				  .msg_controllen = sizeof(space) };
	struct cmsghdr *passed = CMSG_FIRSTHDR(&message);

	if (!pipe2(ends, O_NONBLOCK)) {
		try(write(ends[1], data, 3000));
		try(splice(ends[0], NULL, file, NULL, 3000, SPLICE_F_NONBLOCK));
		try(vmsplice(ends[1], &part, 1, SPLICE_F_NONBLOCK));
		close(ends[0]);
		close(ends[1]);
	}
	if (!socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends)) {
		passed->cmsg_level = SOL_SOCKET;
		passed->cmsg_type = SCM_RIGHTS;
		passed->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(passed), &file, sizeof(file));
		try(sendmsg(ends[0], &message, 0));
		try(recvmsg(ends[1], &message, MSG_DONTWAIT));
		close(ends[0]);
		close(ends[1]);
	}
	close(file);
}

static void use_memory(void)
{
	struct iovec from = { data, 100 }, to = { data + 200, 100 };
	struct timespec soon = { 0, 1000000 };
	int word = 1, fd;
	char *map;

	map = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (map != MAP_FAILED) {
		try(mprotect(map, 4096, PROT_READ));
		try(mlock(map, 4096));
		try(madvise(map, 1 << 20, MADV_DONTNEED));
		unmap(map, 1 << 20);
	}
	try(process_vm_readv(getpid(), &to, 1, &from, 1, 0));
	try(syscall(SYS_futex, &word, 0, 1, &soon));
	try(nanosleep(&soon, NULL));
	fd = memfd_create("listed", 0);
	try(ftruncate(fd, 8192));
	close(fd);
	fd = epoll_create1(0);
	close(fd);
	try(syscall(SYS_getcwd, data, 100));
	try(mount("none", FOLDER, "tmpfs", 0, NULL));
	try(umount(FOLDER));
	try(mount("none", FOLDER, "proc", 0, NULL));
	try(umount(FOLDER));
}

static void use_files(void)
{
	static const char *const names[] = {
		"/proc/meminfo", "/proc/self/maps", "/proc/self/smaps", "/proc/self/status",
		"/proc/self/environ", "/proc/1/cmdline", "/proc/interrupts", "/proc/allocinfo",
		"/proc/kallsyms", "/proc/self/mem", "/proc/mounts", "/dev/urandom", "/dev/kmsg",
		"/sys/devices/system/cpu/online", "/sys/kernel/debug/kprobes/list",
		"/proc/self/pagemap", "/proc/self/stack", "/proc/self/wait", "/dev/zero",
	};
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		get(names[i]);
	put("/sys/devices/system/cpu/cpu1/online", "0");
	put("/sys/devices/system/cpu/cpu1/online", "1");
	put("/sys/kernel/tracing/kprobe_events", "p:listed vfs_read");
	put("/sys/kernel/tracing/events/kprobes/listed/enable", "1");
	put("/sys/kernel/tracing/events/kprobes/listed/enable", "0");
	put("/sys/kernel/tracing/kprobe_events", "-:listed");
}

/* The modules gadget and fallible, if they are loaded. */
static void use_drivers(const char *image)
{
	int fd, i;
	void *map;

	get("/proc/fallible");
	attach(image);
	get("/proc/gadget");
	detach();
	fd = open("/dev/gadget", O_RDWR);
	for (i = 0; i < 2; i++) {
		map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, i * 4096);
		if (map != MAP_FAILED)
			unmap(map, 4096);
	}
	close(fd);
}

static void use_modules(char *const names[])
{
	char name[64], *dot;
	int fd;

	for (; *names; names++) {
		fd = open(*names, O_RDONLY);
		try(syscall(SYS_finit_module, fd, "", 0));
		close(fd);
		snprintf(name, sizeof(name), "%s", strrchr(*names, '/') + 1);
		dot = strchr(name, '.');
		if (dot)
			*dot = '\0';
		try(syscall(SYS_delete_module, name, O_NONBLOCK));
	}
}

static void use_programs(void)
{
	pid_t pid = vfork();

	if (!pid) {
		execl("/bin/true", "true", NULL);
		_exit(1);
	}
	if (pid > 0)
		try(waitpid(pid, NULL, 0));
}

static void load(const char *image, char *const modules[])
{
	use_programs();
	use_memory();
	use_pipes();
	use_files();
	use_internet(SOCK_DGRAM);
	use_internet(SOCK_STREAM);
	use_netlink();
	use_namespace();
	use_drivers(image);
	use_modules(modules);
	use_ext4(image);
}

/* Write a query, which is never executed with faults. */
static int query(const char *text)
{
	return write(control, text, strlen(text));
}

/*
 * The text of control. While functions fail, reading it may fail, too; what
 * could not be copied is there at the next try.
 */
static const char *read_control(void)
{
	static char text[4 << 20];
	int fd = open(CONTROL, O_RDONLY), tries = 0;
	size_t have = 0;
	ssize_t n;

	while (tries < 100 && have < sizeof(text) - 1) {
		n = read(fd, text + have, sizeof(text) - 1 - have);
		if (!n)
			break;
		if (n > 0)
			have += n;
		else
			tries++;
	}
	close(fd);
	text[have] = '\0';
	return text;
}

/* The functions of all lines in control. Returns how many there are. */
static unsigned int read_functions(char names[][64], unsigned int room)
{
	const char *at = read_control();
	unsigned int nr = 0, i;

	/* Its first lines describe the others. */
	at = strstr(at, "# enabled lines:");
	while (at && nr < room && (at = strstr(at, " class:"))) {
		at += strlen(" class:");
		if (sscanf(at, "%63[^ \n]", names[nr]) != 1)
			continue;
		for (i = 0; strcmp(names[i], names[nr]); i++)
			continue;
		nr += i == nr;
	}
	return nr;
}

/* At how many lines has @function failed? The lines have their flag still. */
static unsigned int lines_failed(const char *function)
{
	const char *at = read_control(), *end, *faults;
	unsigned int nr = 0;
	char wanted[80];

	snprintf(wanted, sizeof(wanted), " class:%.63s ", function);
	while ((at = strstr(at, wanted))) {
		at += strlen(wanted);
		end = strchr(at, '\n');
		faults = strstr(at, " faults:");
		nr += faults && end && faults < end && atoi(faults + strlen(" faults:")) > 0;
	}
	return nr;
}

int main(int argc, char **argv)
{
	static char names[200][64];
	unsigned int nr, i;
	char text[160];

	if (argc < 2)
		errx(2, "usage: listed-calls IMAGE [MODULE...]");
	control = open(CONTROL, O_WRONLY);
	if (control < 0)
		err(1, CONTROL);
	mkdir(FOLDER, 0755);
	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	nr = read_functions(names, 200);
	restore(argv[1]);
	load(argv[1], argv + 2);
	for (i = 0; i < nr; i++) {
		restore(argv[1]);
		snprintf(text, sizeof(text), "class %.63s +f times=1 task=%d", names[i], getpid());
		if (query(text) < 0)
			continue;
		load(argv[1], argv + 2);
		printf("%s %u\n", names[i], lines_failed(names[i]));
		query("=");
	}
	printf("end\n");
	return 0;
}
