// SPDX-License-Identifier: GPL-2.0
/*
 * Make system calls that fail, each for one reason, for a program that traces
 * this one.
 *
 *	fail-calls
 *
 * Before each of them, access("case:NAME") says which it is; that fails, too.
 * Prints a line for each call that doesn't fail with the error that is
 * expected, and "end" at the end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/futex.h>
#include <linux/io_uring.h>
#include <linux/openat2.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mount.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "/tmp/fail-calls"

/* The next call is of the case NAME. */
static void begin(const char *name)
{
	char text[60];

	snprintf(text, sizeof(text), "case:%s", name);
	syscall(SYS_access, text, F_OK);
	errno = 0;
}

static void end(const char *name, int error)
{
	if (errno != error)
		printf("%s: %s, not %s\n", name, strerrorname_np(errno), strerrorname_np(error));
}

#define FAIL(name, error, ...) do {					\
	begin(name);							\
	syscall(__VA_ARGS__);						\
	end(name, error);						\
} while (0)

static void files(void)
{
	int dir = open(FOLDER, O_RDONLY), pipes[2];
	int rdonly = open("/proc/version", O_RDONLY);
	int wronly = open(FOLDER "/file", O_WRONLY);
	struct open_how how = { .flags = O_RDONLY };
	char name[300], buffer[100];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = 0;
	if (pipe(pipes))
		exit(1);

	FAIL("open-missing", ENOENT, SYS_openat, AT_FDCWD, "/no-such-file", O_RDONLY);
	FAIL("open-below-file", ENOTDIR, SYS_openat, AT_FDCWD, FOLDER "/file/x", O_RDONLY);
	FAIL("open-folder-to-write", EISDIR, SYS_openat, AT_FDCWD, FOLDER, O_WRONLY);
	FAIL("open-exclusive", EEXIST, SYS_openat, AT_FDCWD, FOLDER "/file",
	     O_CREAT | O_EXCL, 0600);
	FAIL("open-loop", ELOOP, SYS_openat, AT_FDCWD, FOLDER "/loop", O_RDONLY);
	FAIL("open-long-name", ENAMETOOLONG, SYS_openat, AT_FDCWD, name, O_RDONLY);
	FAIL("open-bad-address", EFAULT, SYS_openat, AT_FDCWD, 8, O_RDONLY);
	FAIL("open-empty-name", ENOENT, SYS_openat, AT_FDCWD, "", O_RDONLY);
	FAIL("open-no-folder", ENOTDIR, SYS_openat, AT_FDCWD, FOLDER "/file", O_DIRECTORY);
	FAIL("openat2-small", EINVAL, SYS_openat2, AT_FDCWD, "/", &how, 8);
	how.flags = 1ULL << 60;
	FAIL("openat2-flags", EINVAL, SYS_openat2, AT_FDCWD, "/", &how, sizeof(how));
	FAIL("close-bad", EBADF, SYS_close, 999);
	FAIL("read-bad", EBADF, SYS_read, 999, buffer, 1);
	FAIL("read-not-open-for", EBADF, SYS_read, wronly, buffer, 1);
	FAIL("write-not-open-for", EBADF, SYS_write, rdonly, buffer, 1);
	FAIL("read-folder", EISDIR, SYS_read, dir, buffer, 1);
	FAIL("pread-offset", EINVAL, SYS_pread64, rdonly, buffer, 1, -1L);
	FAIL("lseek-pipe", ESPIPE, SYS_lseek, pipes[0], 0, SEEK_SET);
	FAIL("lseek-whence", EINVAL, SYS_lseek, rdonly, 0, 77);
	FAIL("dup3-same", EINVAL, SYS_dup3, dir, dir, 0);
	FAIL("dup-bad", EBADF, SYS_dup, 999);
	FAIL("fcntl-command", EINVAL, SYS_fcntl, dir, 9999, 0);
	FAIL("ioctl-command", ENOTTY, SYS_ioctl, wronly, 0x12345, 0);
	FAIL("getdents-file", ENOTDIR, SYS_getdents64, rdonly, buffer, sizeof(buffer));
	FAIL("pipe2-flags", EINVAL, SYS_pipe2, pipes, 0x40000000);
	FAIL("splice-same-pipe", EINVAL, SYS_splice, pipes[0], NULL, pipes[1], NULL, 1, 0);
	FAIL("mkdir-exists", EEXIST, SYS_mkdirat, AT_FDCWD, FOLDER, 0700);
	FAIL("rmdir-not-empty", ENOTEMPTY, SYS_unlinkat, AT_FDCWD, FOLDER, AT_REMOVEDIR);
	FAIL("unlink-folder", EISDIR, SYS_unlinkat, AT_FDCWD, FOLDER "/dir", 0);
	FAIL("unlink-missing", ENOENT, SYS_unlinkat, AT_FDCWD, FOLDER "/none", 0);
	FAIL("rmdir-missing", ENOENT, SYS_unlinkat, AT_FDCWD, FOLDER "/none", AT_REMOVEDIR);
	FAIL("rename-into-itself", EINVAL, SYS_renameat2, AT_FDCWD, FOLDER, AT_FDCWD,
	     FOLDER "/dir/x", 0);
	FAIL("link-folder", EPERM, SYS_linkat, AT_FDCWD, FOLDER "/dir", AT_FDCWD,
	     FOLDER "/link", 0);
	FAIL("readlink-file", EINVAL, SYS_readlinkat, AT_FDCWD, FOLDER "/file", buffer, 10);
	FAIL("truncate-folder", EISDIR, SYS_truncate, FOLDER "/dir", 0);
	FAIL("truncate-negative", EINVAL, SYS_truncate, FOLDER "/file", -1L);
	FAIL("statx-flags", EINVAL, SYS_statx, AT_FDCWD, "/", AT_STATX_FORCE_SYNC |
	     AT_STATX_DONT_SYNC, 0, buffer);
	FAIL("mount-type", ENODEV, SYS_mount, "none", FOLDER "/dir", "nofs", 0, NULL);
	FAIL("mount-option", EINVAL, SYS_mount, "none", FOLDER "/dir", "tmpfs", 0, "size=x");
	FAIL("mount-no-device", ENOTBLK, SYS_mount, "/dev/null", FOLDER "/dir", "ext4", 0, NULL);
	FAIL("umount-no-mount", EINVAL, SYS_umount2, FOLDER "/dir", 0);
	FAIL("chroot-missing", ENOENT, SYS_chroot, "/no-such-folder");
	FAIL("inotify-flags", EINVAL, SYS_inotify_init1, 0x12345);
	FAIL("eventfd-flags", EINVAL, SYS_eventfd2, 0, 0x12345);
	FAIL("memfd-flags", EINVAL, SYS_memfd_create, "x", 0x12345678);
	FAIL("epoll-flags", EINVAL, SYS_epoll_create1, 0x12345);
	FAIL("epoll-file", EPERM, SYS_epoll_ctl, epoll_create1(0), EPOLL_CTL_ADD, wronly,
	     &(struct epoll_event){ 0 });
}

static void memory(void)
{
	unsigned char resident[2];
	void *page = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(page + 4096, 4096);
	FAIL("mmap-empty", EINVAL, SYS_mmap, NULL, 0, PROT_READ,
	     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	FAIL("mmap-no-type", EINVAL, SYS_mmap, NULL, 4096, PROT_READ, MAP_ANONYMOUS, -1, 0);
	FAIL("mmap-bad-file", EBADF, SYS_mmap, NULL, 4096, PROT_READ, MAP_PRIVATE, 999, 0);
	FAIL("munmap-address", EINVAL, SYS_munmap, page + 1, 4096);
	FAIL("mprotect-hole", ENOMEM, SYS_mprotect, page, 8192, PROT_READ);
	FAIL("mremap-flags", EINVAL, SYS_mremap, page, 4096, 4096, 0x100, 0);
	FAIL("madvise-advice", EINVAL, SYS_madvise, page, 4096, 9999);
	FAIL("msync-flags", EINVAL, SYS_msync, page, 4096, 0x100);
	FAIL("mincore-hole", ENOMEM, SYS_mincore, page, 8192, resident);
}

static void processes(void)
{
	struct clone_args args = { .exit_signal = SIGCHLD };
	struct timespec wrong = { 0, 2000000000 };
	struct sched_param param = { 99 };
	char * const arguments[] = { "x", NULL };

	FAIL("execve-no-permission", EACCES, SYS_execve, FOLDER "/file", arguments, NULL);
	FAIL("execve-no-format", ENOEXEC, SYS_execve, FOLDER "/program", arguments, NULL);
	FAIL("clone3-small", EINVAL, SYS_clone3, &args, 8);
	args.flags = CLONE_THREAD;
	FAIL("clone3-thread-alone", EINVAL, SYS_clone3, &args, sizeof(args));
	FAIL("wait4-options", EINVAL, SYS_wait4, -1, NULL, 0x12345, NULL);
	FAIL("waitid-type", EINVAL, SYS_waitid, 99, 0, NULL, WEXITED, NULL);
	FAIL("kill-nobody", ESRCH, SYS_kill, 99999, 0);
	FAIL("kill-signal", EINVAL, SYS_kill, getpid(), 999);
	FAIL("tgkill-nobody", EINVAL, SYS_tgkill, -1, -1, 0);
	FAIL("sigaction-signal", EINVAL, SYS_rt_sigaction, SIGKILL, &args, NULL, 8);
	FAIL("setrlimit-resource", EINVAL, SYS_prlimit64, 0, 99, NULL, NULL);
	FAIL("setpriority-which", EINVAL, SYS_setpriority, 99, 0, 0);
	FAIL("prctl-option", EINVAL, SYS_prctl, 12345, 0, 0, 0, 0);
	FAIL("prctl-other-machine", EINVAL, SYS_prctl, PR_GET_UNALIGN, 0, 0, 0, 0);
	FAIL("prctl-argument", EINVAL, SYS_prctl, PR_SET_DUMPABLE, 77, 0, 0, 0);
	FAIL("sched-policy", EINVAL, SYS_sched_setscheduler, 0, 99, &param);
	FAIL("nanosleep-time", EINVAL, SYS_nanosleep, &wrong, NULL);
	FAIL("clock-unknown", EINVAL, SYS_clock_gettime, 99, &wrong);
	FAIL("futex-operation", ENOSYS, SYS_futex, &args, 99, 0, NULL, NULL, 0);
	FAIL("futex-again", EAGAIN, SYS_futex, &args, FUTEX_WAIT, 12345, NULL, NULL, 0);
	FAIL("getcpu-affinity", ESRCH, SYS_sched_getaffinity, 99999, 128, &args);
	FAIL("pidfd-nobody", ESRCH, SYS_pidfd_open, 99999, 0);
	FAIL("setns-no-namespace", EINVAL, SYS_setns, open("/proc/version", O_RDONLY), 0);
	FAIL("unshare-flags", EINVAL, SYS_unshare, 1);
	FAIL("ptrace-request", ESRCH, SYS_ptrace, 0x4200, 99999, 0, 0);
	FAIL("capget-version", EFAULT, SYS_capset, 8, NULL);
	FAIL("sethostname-long", EINVAL, SYS_sethostname, "x", 99999);
}

static void sockets(void)
{
	struct sockaddr_un missing = { AF_UNIX, "/no-such-socket" };
	int datagram = socket(AF_UNIX, SOCK_DGRAM, 0), stream = socket(AF_UNIX, SOCK_STREAM, 0);
	int file = open("/proc/version", O_RDONLY), pair[2];

	FAIL("socket-family", EAFNOSUPPORT, SYS_socket, 99, SOCK_STREAM, 0);
	FAIL("socket-type", EINVAL, SYS_socket, AF_UNIX, 15, 0);
	FAIL("socket-protocol", EPROTONOSUPPORT, SYS_socket, AF_UNIX, SOCK_STREAM, 99);
	FAIL("setsockopt-option", ENOPROTOOPT, SYS_setsockopt, stream, SOL_SOCKET, 9999, pair, 4);
	FAIL("getsockopt-bad", EBADF, SYS_getsockopt, -1, SOL_SOCKET, SO_TYPE, pair, pair);
	FAIL("getsockopt-file", ENOTSOCK, SYS_getsockopt, file, SOL_SOCKET, SO_TYPE, pair, pair);
	FAIL("bind-short", EINVAL, SYS_bind, stream, &missing, 1);
	FAIL("connect-missing", ENOENT, SYS_connect, stream, &missing, sizeof(missing));
	FAIL("listen-datagram", EOPNOTSUPP, SYS_listen, datagram, 1);
	FAIL("accept-not-listening", EINVAL, SYS_accept4, stream, NULL, NULL, 0);
	FAIL("send-not-connected", ENOTCONN, SYS_sendto, datagram, pair, 1, 0, NULL, 0);
	FAIL("shutdown-how", EINVAL, SYS_shutdown, stream, 9);
	FAIL("socketpair-inet", EOPNOTSUPP, SYS_socketpair, AF_INET, SOCK_STREAM, 0, pair);
}

static void others(void)
{
	struct io_uring_params params = { .flags = 1u << 30 };
	struct perf_event_attr event = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(event),
					 .config = 9999 };
	union bpf_attr attr = { 0 };

	FAIL("bpf-command", EINVAL, SYS_bpf, 9999, &attr, sizeof(attr));
	FAIL("bpf-map-type", EINVAL, SYS_bpf, BPF_MAP_CREATE, &attr, sizeof(attr));
	FAIL("io-uring-flags", EINVAL, SYS_io_uring_setup, 8, &params);
	FAIL("perf-config", ENOENT, SYS_perf_event_open, &event, 0, -1, -1, 0);
	FAIL("keyctl-command", EOPNOTSUPP, SYS_keyctl, 9999, 0, 0, 0, 0);
	FAIL("add-key-type", ENODEV, SYS_add_key, "nokey", "x", "x", 1, -2);
	FAIL("seccomp-operation", EINVAL, SYS_seccomp, 99, 0, NULL);
	FAIL("fsopen-type", ENODEV, SYS_fsopen, "nofs", 0);
	FAIL("getrandom-flags", EINVAL, SYS_getrandom, &attr, 1, 0x100);
	FAIL("reboot-magic", EINVAL, SYS_reboot, 1, 2, 3, NULL);
}

int main(void)
{
	FILE *program;

	mkdir(FOLDER, 0700);
	mkdir(FOLDER "/dir", 0700);
	close(open(FOLDER "/file", O_CREAT | O_WRONLY, 0600));
	if (symlink("loop", FOLDER "/loop") && errno != EEXIST)
		return 1;
	program = fopen(FOLDER "/program", "w");
	if (!program)
		return 1;
	fputs("no program", program);
	fchmod(fileno(program), 0700);
	fclose(program);

	files();
	memory();
	processes();
	sockets();
	others();
	puts("end");
	return 0;
}
