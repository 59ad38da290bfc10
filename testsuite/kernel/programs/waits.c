// SPDX-License-Identifier: GPL-2.0
/*
 * Wait in a known way, a known number of times:
 *
 *	waits KIND COUNT MS
 *
 * The process waits COUNT times, each time until a child process does something
 * that it does every MS milliseconds. Prints "OURS KERNEL ELAPSED DELAY", in
 * nanoseconds: how long the process has slept meanwhile, by /proc/PID/wait and
 * by the statistics of the scheduler, if these are enabled; how long all took;
 * and how long the process was ready to run and did not.
 */
#define _GNU_SOURCE
#include <err.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static unsigned long count, ms;
static int ends[2], receiver, sender;
static struct sockaddr_in address;
/* Two futexes; the second has priority inheritance. */
static volatile unsigned int *word;
/* The other process. */
static pid_t child;

static void pause_ms(void)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&time, NULL);
}

static void wait_pipe(void)
{
	char c;

	if (read(ends[0], &c, 1) != 1)
		err(1, "read");
}

static void wait_poll(void)
{
	struct pollfd poll_pipe = { .fd = ends[0], .events = POLLIN };

	if (poll(&poll_pipe, 1, -1) != 1)
		err(1, "poll");
	wait_pipe();
}

static void wake_pipe(void)
{
	if (write(ends[1], "", 1) != 1)
		err(1, "write");
}

static void wait_futex(void)
{
	unsigned int old = *word;

	while (*word == old)
		syscall(SYS_futex, word, FUTEX_WAIT, old, NULL, NULL, 0);
}

static void wake_futex(void)
{
	++*word;
	syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/*
 * The child holds the lock, as soon as it runs. On a busy machine, it may have
 * let it go while this was not waiting, and have ended.
 */
static void wait_futex_pi(void)
{
	while (!word[1]) {
		if (waitpid(child, NULL, WNOHANG) == child)
			errx(1, "the other process has ended");
		sched_yield();
	}
	if (syscall(SYS_futex, &word[1], FUTEX_LOCK_PI, 0, NULL, NULL, 0) ||
	    syscall(SYS_futex, &word[1], FUTEX_UNLOCK_PI, 0, NULL, NULL, 0))
		err(1, "futex");
}

static void lock_futex_pi(void)
{
	if (syscall(SYS_futex, &word[1], FUTEX_LOCK_PI, 0, NULL, NULL, 0))
		err(1, "futex");
}

/* Gives it to the other process, and takes it again when that has let it go. */
static void wake_futex_pi(void)
{
	if (syscall(SYS_futex, &word[1], FUTEX_UNLOCK_PI, 0, NULL, NULL, 0))
		err(1, "futex");
	while (word[1])
		sched_yield();
	lock_futex_pi();
}

static void wait_udp(void)
{
	char c;

	if (recv(receiver, &c, 1, 0) != 1)
		err(1, "recv");
}

static void wake_udp(void)
{
	if (sendto(sender, "", 1, 0, (struct sockaddr *)&address, sizeof(address)) != 1)
		err(1, "sendto");
}

static void wait_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		pause_ms();
		_exit(0);
	}
	if (waitpid(pid, NULL, 0) != pid)
		err(1, "waitpid");
}

static const struct {
	const char *name;
	void (*wait)(void);
	void (*wake)(void);	/* in the child; NULL: it isn't needed */
	void (*begin)(void);	/* in the child, once, if not NULL */
} kinds[] = {
	{ .name = "nanosleep", .wait = pause_ms },
	{ .name = "pipe", .wait = wait_pipe, .wake = wake_pipe },
	{ .name = "poll", .wait = wait_poll, .wake = wake_pipe },
	{ .name = "futex", .wait = wait_futex, .wake = wake_futex },
	{ .name = "futex-pi", .wait = wait_futex_pi, .wake = wake_futex_pi,
	  .begin = lock_futex_pi },
	{ .name = "udp", .wait = wait_udp, .wake = wake_udp },
	{ .name = "waitpid", .wait = wait_child },
};

static void prepare(void)
{
	socklen_t size = sizeof(address);

	word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	receiver = socket(AF_INET, SOCK_DGRAM, 0);
	sender = socket(AF_INET, SOCK_DGRAM, 0);
	if (word == MAP_FAILED || pipe(ends) || receiver < 0 || sender < 0 ||
	    bind(receiver, (struct sockaddr *)&address, size) ||
	    getsockname(receiver, (struct sockaddr *)&address, &size))
		err(1, "prepare");
}

/* The number after KEY and FORMAT in a file, 0 if there is none. */
static double number_in(const char *name, const char *key, const char *format)
{
	FILE *file = fopen(name, "r");
	double number = 0;
	char line[200];

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, key, strlen(key)))
			sscanf(line + strlen(key), format, &number);
	if (file)
		fclose(file);
	return number;
}

static double by_line(void)
{
	return number_in("/proc/self/wait", "slept:", "%lf");
}

/* The file has milliseconds. */
static double by_scheduler(void)
{
	return 1e6 * number_in("/proc/self/sched", "sum_sleep_runtime", " : %lf");
}

/* For how long it was ready to run, and did not. */
static double delayed(void)
{
	return number_in("/proc/self/schedstat", "", "%*u %lf");
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return 1e9 * time.tv_sec + time.tv_nsec;
}

int main(int argc, char **argv)
{
	double ours, kernel, elapsed, delay;
	unsigned long i, kind;

	if (argc != 4)
		errx(2, "usage: waits KIND COUNT MS");
	for (kind = 0; kind < sizeof(kinds) / sizeof(kinds[0]); kind++)
		if (!strcmp(argv[1], kinds[kind].name))
			break;
	if (kind == sizeof(kinds) / sizeof(kinds[0]))
		errx(2, "unknown: %s", argv[1]);
	count = strtoul(argv[2], NULL, 10);
	ms = strtoul(argv[3], NULL, 10);
	prepare();
	if (kinds[kind].wake) {
		child = fork();
		if (!child) {
			if (kinds[kind].begin)
				kinds[kind].begin();
			for (i = 0; i < count; i++) {
				pause_ms();
				kinds[kind].wake();
			}
			_exit(0);
		}
	}
	ours = by_line();
	kernel = by_scheduler();
	delay = delayed();
	elapsed = -now();
	for (i = 0; i < count; i++)
		kinds[kind].wait();
	elapsed += now();
	delay = delayed() - delay;
	printf("%.0f %.0f %.0f %.0f\n", by_line() - ours, by_scheduler() - kernel, elapsed,
	       delay);
	if (child > 0)
		kill(child, SIGKILL);
	return 0;
}
