// SPDX-License-Identifier: GPL-2.0
/*
 * Measure what allocation tags cost user space: small loads that make the
 * kernel allocate memory.
 *
 *	load [ROUNDS]		run all loads, 51 rounds each by default
 *	load errors SWITCH	run those for error origins, 3 rounds each.
 *				SWITCH is as below
 *	load waits FILE [SWITCH [NAME]]
 *				run those for waits by line, or one of them. The
 *				load fsync writes to FILE; hackbench is a
 *				program in the current directory. SWITCH, if it
 *				isn't "-", is a file; rounds are in turn with 0
 *				and with 1 in it. NAME-on are those with 1
 *	load memory NAME	run this one for tools that show memory, 51
 *				rounds
 *	load known		waits whose number and length are known
 *	load stacks		waits with 2048 call stacks of user space; then
 *				waits to be killed
 *	load dentries DIR N	create N directory entries in DIR with one inode
 *	load read FILE NAME	measure reading FILE, a list of tags; NAME is
 *				the name in the output
 *
 * The loads run on CPU 0. Time is read from the time stamp counter, which
 * counts instructions in QEMU with -icount shift=0, also instructions of user
 * space. The result of each load is printed as
 *
 *	load: NAME cycles per op: median M min A q1 B q3 C max D mean E ops N
 *
 * or, for reading a file, with "per read" instead of "per op". The mean is for
 * what is not in each round, as a tool that now and then writes a file. N is
 * the number of all operations, with those of the first rounds, which are not
 * measured.
 *
 * Must be linked statically: the initramfs it runs in has no libraries.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#define MAX_ROUNDS	256
#define WARM_UP		2

static unsigned int rounds = 51;
static double sample[2][MAX_ROUNDS];

static void die(const char *what)
{
	fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* The loads. Each returns the number of operations that it did. */

static unsigned int fork_exit(void)
{
	unsigned int i;
	pid_t pid;

	for (i = 0; i < 20; i++) {
		pid = fork();
		if (pid < 0)
			die("fork");
		if (!pid)
			_exit(0);
		if (waitpid(pid, NULL, 0) != pid)
			die("waitpid");
	}
	return i;
}

static unsigned int open_close(void)
{
	unsigned int i;
	int fd;

	for (i = 0; i < 200; i++) {
		fd = open("/proc/self/stat", O_RDONLY);
		if (fd < 0)
			die("/proc/self/stat");
		close(fd);
	}
	return i;
}

/*
 * List a directory and stat() its entries, recursively, as find(1) does.
 * Returns the number of entries.
 */
static unsigned int walk(int dirfd, const char *name)
{
	unsigned int n = 0;
	struct dirent *entry;
	struct stat st;
	DIR *dir;
	int fd;

	fd = openat(dirfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	if (fd < 0)
		return 0;
	dir = fdopendir(fd);
	if (!dir)
		die("fdopendir");
	while ((entry = readdir(dir))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		n++;
		if (fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		if (S_ISDIR(st.st_mode))
			n += walk(fd, entry->d_name);
	}
	closedir(dir);
	return n;
}

static unsigned int find_sys(void)
{
	return walk(AT_FDCWD, "/sys");
}

static unsigned int find_proc(void)
{
	return walk(AT_FDCWD, "/proc");
}

/*
 * Send a byte to a child and back, 200 times. The child reads from to[0] and
 * writes to from[1].
 */
static unsigned int ping_pong(const int to[2], const int from[2])
{
	unsigned int i;
	char c = 0;
	pid_t pid;

	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		while (read(to[0], &c, 1) == 1 && c != 'q')
			if (write(from[1], &c, 1) != 1)
				break;
		_exit(0);
	}
	for (i = 0; i < 200; i++) {
		if (write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1)
			die("ping-pong");
	}
	c = 'q';
	if (write(to[1], &c, 1) != 1)
		die("ping-pong");
	waitpid(pid, NULL, 0);
	return i;
}

static unsigned int pipe_ping_pong(void)
{
	int to[2], from[2];
	unsigned int n;

	if (pipe(to) || pipe(from))
		die("pipe");
	n = ping_pong(to, from);
	close(to[0]);
	close(to[1]);
	close(from[0]);
	close(from[1]);
	return n;
}

static unsigned int unix_ping_pong(void)
{
	int pair[2], to[2], from[2];
	unsigned int n;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		die("socketpair");
	to[1] = from[0] = pair[0];
	to[0] = from[1] = pair[1];
	n = ping_pong(to, from);
	close(pair[0]);
	close(pair[1]);
	return n;
}

/* A system call without an error, as short as possible. */
static unsigned int get_parent(void)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		getppid();
	return i;
}

/* And with one. */
static unsigned int close_none(void)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		if (!close(-1))
			die("close(-1)");
	return i;
}

static unsigned int open_missing(void)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		if (open("/proc/none", O_RDONLY) >= 0)
			die("/proc/none");
	return i;
}

struct load {
	const char *name;
	unsigned int (*run)(void);
	/* 0 for as many as of the others. */
	unsigned int rounds;
};

static const struct load loads[] = {
	{ "fork-exit", fork_exit },
	{ "open-close", open_close },
	{ "find-sys", find_sys },
	{ "find-proc", find_proc },
	{ "pipe", pipe_ping_pong },
	{ "af-unix", unix_ping_pong },
	{ NULL, NULL }
};

/* For error origins. */
static const struct load error_loads[] = {
	{ "getppid", get_parent },
	{ "close-none", close_none },
	{ "open-missing", open_missing },
	{ "find-sys", find_sys },
	{ "find-proc", find_proc },
	{ NULL, NULL }
};

/* Create and remove a file in the current directory. */
static unsigned int create_unlink(void)
{
	unsigned int i;
	int fd;

	for (i = 0; i < 200; i++) {
		fd = open("file", O_CREAT | O_EXCL | O_WRONLY, 0600);
		if (fd < 0 || write(fd, "", 1) != 1 || close(fd) || unlink("file"))
			die("file");
	}
	return i;
}

/* For tools that show memory. */
static const struct load memory_loads[] = {
	{ "fork-exit", fork_exit },
	{ "af-unix", unix_ping_pong },
	{ "files", create_unlink },
	{ NULL, NULL }
};

/* Sleeps that end at once, in the virtual time of -icount. */
static unsigned int sleep_often(void)
{
	const struct timespec shortest = { .tv_nsec = 1 };
	unsigned int i;

	for (i = 0; i < 200; i++)
		nanosleep(&shortest, NULL);
	return i;
}

static const char *sync_path;

/* Write a page of a file, and wait until it is on the disk. */
static unsigned int write_fsync(void)
{
	static char page[4096];
	unsigned int i;
	int fd;

	fd = open(sync_path, O_CREAT | O_WRONLY, 0600);
	if (fd < 0)
		die(sync_path);
	for (i = 0; i < 20; i++) {
		if (pwrite(fd, page, sizeof(page), 0) != sizeof(page) || fsync(fd))
			die(sync_path);
	}
	close(fd);
	return i;
}

/*
 * Run hackbench: each of ten processes sends each of ten others 200 messages.
 * Through pipes: with sockets, the order in which processes run depends so much
 * on the ticks of the timer that rounds differ by 10 %. Returns the number of
 * messages.
 */
static unsigned int run_hackbench(void)
{
	int status, null;
	pid_t pid;

	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		null = open("/dev/null", O_WRONLY);
		if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
			die("/dev/null");
		execl("./hackbench", "hackbench", "-p", "-g", "1", "-f", "10", "-l", "200",
		      NULL);
		die("hackbench");
	}
	if (waitpid(pid, &status, 0) != pid || status)
		die("hackbench");
	return 10 * 10 * 200;
}

/*
 * For waits by line. With one CPU, an operation of pipe has 1.2 sleeps: mostly,
 * the child takes the CPU from the parent that has woken it, and has answered
 * before the parent reads.
 */
static const struct load wait_loads[] = {
	{ "pipe", pipe_ping_pong, 51 },
	{ "af-unix", unix_ping_pong },
	{ "hackbench", run_hackbench, 7 },
	{ "fsync", write_fsync, 51 },
	{ "nanosleep", sleep_often },
	{ "fork-exit", fork_exit },
	{ "open-close", open_close },
	{ NULL, NULL }
};

static unsigned long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/*
 * A hundred times, a child sleeps 20 ms, which a signal may interrupt, and its
 * parent waits for that, which no signal may.
 */
static int known_waits(void)
{
	const struct timespec time = { .tv_nsec = 20 * 1000 * 1000 };
	/* The child of vfork() has its parent's memory. */
	static volatile unsigned long long slept;
	unsigned long long start, waited = 0;
	unsigned int i;
	pid_t pid;

	for (i = 0; i < 100; i++) {
		start = now();
		pid = vfork();
		if (pid < 0)
			die("vfork");
		if (!pid) {
			unsigned long long start = now();

			nanosleep(&time, NULL);
			slept += now() - start;
			_exit(0);
		}
		waited += now() - start;
		if (waitpid(pid, NULL, 0) != pid)
			die("waitpid");
	}
	printf("load: known nanosleep: %u us: %llu\n", i, slept / i / 1000);
	printf("load: known vfork: %u us: %llu\n", i, waited / i / 1000);
	return 0;
}

/*
 * Sleep with a call stack that @path tells: its bits are the lines from which
 * this function calls itself. Tools find the callers by frame pointers.
 */
__attribute__((noinline, optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")))
static void sleep_below(unsigned int path, unsigned int depth)
{
	const struct timespec shortest = { .tv_nsec = 1 };

	if (!depth) {
		nanosleep(&shortest, NULL);
	} else if (path & 1) {
		sleep_below(path >> 1, depth - 1);
		/* Two calls, not one: what follows them differs. */
		asm volatile("# odd");
	} else {
		sleep_below(path >> 1, depth - 1);
		asm volatile("# even");
	}
}

static int many_stacks(void)
{
	unsigned int path;

	for (path = 0; path < 2048; path++)
		sleep_below(path, 11);
	printf("load: stacks: %u\n", path);
	fflush(stdout);
	/* Tools look for the functions while a process lives. */
	pause();
	return 0;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/*
 * A file of a sysctl, or NULL. Then rounds are measured in turn with 0 and with
 * 1 in it: two runs of a load differ by 2 %, as the kernel's memory differs.
 */
static const char *switch_path;

static void set_switch(unsigned int on)
{
	int fd = open(switch_path, O_WRONLY);

	if (fd < 0 || write(fd, on ? "1" : "0", 1) != 1)
		die(switch_path);
	close(fd);
}

/* Print the quartiles of @rounds samples, which are sorted, and the mean. */
static void print_samples(const char *name, const char *op, double *sample, unsigned int rounds,
			  unsigned int ops)
{
	double sum = 0;
	unsigned int i;

	qsort(sample, rounds, sizeof(*sample), compare);
	for (i = 0; i < rounds; i++)
		sum += sample[i];
	printf("load: %s cycles per %s: median %.2f min %.2f q1 %.2f q3 %.2f max %.2f"
	       " mean %.2f ops %u\n",
	       name, op, sample[rounds / 2], sample[0], sample[rounds / 4],
	       sample[rounds - 1 - rounds / 4], sample[rounds - 1], sum / rounds, ops);
	fflush(stdout);
}

/*
 * Are the figures compared with those of a kernel that has the switch? Turning
 * it waits for RCU, which frees what the round before has left. Without it,
 * this must be no part of the next round either.
 */
static int beside_switched;

/* Measure what @run takes per operation, @rounds times. */
static void measure(const char *name, const char *op, unsigned int (*run)(void),
		    unsigned int rounds)
{
	unsigned int switched = switch_path ? 2 : 1;
	unsigned long long start, end;
	unsigned int i, on, ops = 0;
	char name_on[32];

	if (switch_path)
		set_switch(0);
	for (i = 0; i < WARM_UP; i++)
		ops = run();
	if (!ops)
		die(name);
	for (i = 0; i < rounds; i++) {
		for (on = 0; on < switched; on++) {
			if (switch_path)
				set_switch(on);
			else if (beside_switched)
				usleep(100 * 1000);
			start = __rdtsc();
			ops = run();
			end = __rdtsc();
			sample[on][i] = (double)(end - start) / ops;
		}
	}
	if (switch_path)
		set_switch(0);
	print_samples(name, op, sample[0], rounds, (rounds + WARM_UP) * ops);
	if (switch_path) {
		snprintf(name_on, sizeof(name_on), "%s-on", name);
		print_samples(name_on, op, sample[1], rounds, rounds * ops);
	}
}

static const char *read_path;
static unsigned int lines;

/* Read a file with a buffer as large as cat's, and count its lines. */
static unsigned int read_file(void)
{
	static char buffer[128 * 1024];
	ssize_t n, i;
	int fd;

	fd = open(read_path, O_RDONLY);
	if (fd < 0)
		die(read_path);
	lines = 0;
	while ((n = read(fd, buffer, sizeof(buffer))) > 0) {
		for (i = 0; i < n; i++)
			lines += buffer[i] == '\n';
	}
	close(fd);
	return 1;
}

/* Create hard links; on ramfs they are entries of the dentry cache only. */
static int make_dentries(const char *dir, unsigned int nr)
{
	char name[32];
	unsigned int i;
	int fd;

	if (chdir(dir))
		die(dir);
	fd = open("file", O_CREAT | O_WRONLY, 0600);
	if (fd < 0)
		die("file");
	close(fd);
	for (i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), "link.%u", i);
		if (link("file", name))
			die(name);
	}
	return 0;
}

int main(int argc, char **argv)
{
	const struct load *load = loads;
	const char *only = NULL;
	cpu_set_t one;

	if (argc == 2 && !strcmp(argv[1], "known"))
		return known_waits();
	if (argc == 2 && !strcmp(argv[1], "stacks"))
		return many_stacks();
	if (argc == 4 && !strcmp(argv[1], "dentries"))
		return make_dentries(argv[2], atoi(argv[3]));
	if (argc == 4 && !strcmp(argv[1], "read")) {
		read_path = argv[2];
		/* Mainline takes 513 million instructions for 16,000 tags. */
		rounds = 5;
		measure(argv[3], "read", read_file, rounds);
		/* The first two lines are the header. */
		printf("load: %s tags: %u\n", argv[3], lines - 2);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "errors")) {
		load = error_loads;
		beside_switched = 1;
		if (strcmp(argv[2], "-"))
			switch_path = argv[2];
		rounds = 3;
	} else if (argc == 3 && !strcmp(argv[1], "memory")) {
		load = memory_loads;
		only = argv[2];
	} else if (argc >= 3 && argc <= 5 && !strcmp(argv[1], "waits")) {
		load = wait_loads;
		beside_switched = 1;
		sync_path = argv[2];
		if (argc > 3 && strcmp(argv[3], "-"))
			switch_path = argv[3];
		if (argc > 4)
			only = argv[4];
		rounds = 11;
	} else if (argc > 1) {
		rounds = atoi(argv[1]);
	}
	if (!rounds || rounds > MAX_ROUNDS)
		rounds = 51;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		die("sched_setaffinity");
	for (; load->name; load++) {
		if (!only || !strcmp(load->name, only))
			measure(load->name, "op", load->run, load->rounds ?: rounds);
	}
	return 0;
}
