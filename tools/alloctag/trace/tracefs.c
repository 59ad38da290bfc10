// SPDX-License-Identifier: GPL-2.0
/*
 * tracefs.c - reading the events of the running kernel
 *
 * Events go to a separate trace instance, so that other users of tracefs see
 * nothing of it and are not disturbed; it is removed at the end. They are
 * read as pages of the ring buffer, from trace_pipe_raw: text costs the kernel
 * several times as much, and has hashes instead of addresses. The events' files
 * "format" say where each field is, "header_page" how a page is laid out;
 * Documentation/trace/ of the kernel and include/linux/ring_buffer.h describe
 * them.
 *
 * libtracefs and libtraceevent can do that, too, and Debian has them for static
 * programs. They are not used: this code is small and is fuzzed, and they don't
 * say up to which time all buffers have been read.
 *
 * Each CPU has its own buffer, so events have to be sorted. All buffers are
 * read until they are empty. Then there is nothing left that is older than the
 * moment when that began, and older events are passed on in the order of time.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "trace/ringbuffer.h"
#include "trace/tracefs.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/signals.h"
#include "watch/control.h"

/* An event can appear in the buffer this long after its time. */
#define DELAY_NS 2000000

struct cpu_buffer {
	int fd;
	uint32_t cpu;
};

/* The instance, for the end of the program; NULL: there is none. */
static char *instance;
static struct cpu_buffer *buffers;
static size_t nr_buffers;

static int write_file(const char *folder, const char *name, const char *text)
{
	char *path = xasprintf("%s/%s", folder, name);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int result = -1, saved;

	free(path);
	if (fd < 0)
		return -1;
	if (write(fd, text, strlen(text)) == (ssize_t)strlen(text))
		result = 0;
	saved = errno;
	close(fd);
	errno = saved;
	return result;
}

/* The text of a file of tracefs, to be freed; NULL if it can't be read. */
static char *read_file(const char *folder, const char *name)
{
	char *path = xasprintf("%s/%s", folder, name), *text;
	struct error error;
	int64_t time;
	size_t size;

	if (read_all(path, &text, &size, &time, &error)) {
		free(text);
		text = NULL;
	}
	free(path);
	return text;
}

static void remove_instance(void)
{
	if (!instance)
		return;
	write_file(instance, "events/alloctag/enable", "0");
	/* An instance with open files can't be removed. */
	while (nr_buffers)
		close(buffers[--nr_buffers].fd);
	free(buffers);
	buffers = NULL;
	rmdir(instance);
	free(instance);
	instance = NULL;
}

static void make_instance(void)
{
	static const char * const folders[] = {
		"kernel/tracing", "kernel/debug/tracing",
	};
	char *folder = NULL, *path;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(folders) && !folder; i++) {
		folder = xasprintf("%s/%s", sys_folder, folders[i]);
		path = xasprintf("%s/instances", folder);
		if (access(path, F_OK)) {
			free(folder);
			folder = NULL;
		}
		free(path);
	}
	if (!folder)
		die(EXIT_CANNOT, "no %s/kernel/tracing/instances: tracefs is not mounted, or the kernel has no trace events",
		    sys_folder);
	path = xasprintf("%s/events/alloctag", folder);
	if (access(path, F_OK))
		die(EXIT_CANNOT, "no %s: this kernel has no events of alloctag", path);
	free(path);
	path = xasprintf("%s/instances/alloctag-%d", folder, (int)getpid());
	if (mkdir(path, 0700))
		die(EXIT_CANNOT, "cannot create %s: %s", path, strerror(errno));
	instance = path;
	atexit(remove_instance);
	free(folder);
}

static void read_formats(struct raw_format *format)
{
	static const char * const names[NR_EVENTS] = {
		[EVENT_ALLOC] = "events/alloctag/alloc/format",
		[EVENT_FREE] = "events/alloctag/free/format",
		[EVENT_MOVE] = "events/alloctag/move/format",
	};
	char *page, *folder = xasprintf("%s/../..", instance);
	struct error error;
	unsigned int i;

	memset(format, 0, sizeof(*format));
	/* Older kernels have it at the top only, not in instances. */
	page = read_file(folder, "events/header_page");
	if (!page || parse_header_page(format, page, &error))
		die(EXIT_CANNOT, "events/header_page: it cannot be read, or has another layout");
	free(page);
	for (i = 0; i < NR_EVENTS; i++) {
		char *text = read_file(instance, names[i]);

		if (!text || parse_format(&format->events[i], i, text, &error))
			die(EXIT_CANNOT, "%s: it cannot be read, or has other fields",
			    names[i]);
		free(text);
	}
	free(folder);
}

/* Open the buffers of all CPUs. */
static void open_buffers(void)
{
	size_t room = 0;
	uint32_t cpu;

	/* There can be holes: CPUs that are offline. */
	for (cpu = 0; cpu < 8192; cpu++) {
		char *path = xasprintf("%s/per_cpu/cpu%u/trace_pipe_raw", instance, cpu);
		int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

		free(path);
		if (fd < 0)
			continue;
		buffers = grow(buffers, nr_buffers, &room, sizeof(*buffers));
		buffers[nr_buffers].fd = fd;
		buffers[nr_buffers++].cpu = cpu;
	}
	if (!nr_buffers)
		die(EXIT_CANNOT, "cannot open %s/per_cpu/cpu0/trace_pipe_raw",
		    instance);
}

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * UINT64_C(1000000000) + now.tv_nsec;
}

/* Read all buffers until they are empty. Returns how many pages were read. */
static size_t read_buffers(struct tracing *tracing, struct event_queue *queue,
			   const struct raw_format *format)
{
	static unsigned char page[MAX_PAGE];
	size_t pages = 0, i;
	struct error error;
	ssize_t got;

	for (i = 0; i < nr_buffers; i++)
		while ((got = read(buffers[i].fd, page, format->page_size)) > 0) {
			if (parse_page(queue, tracing, format, buffers[i].cpu, page, got,
				       &error))
				die(EXIT_CANNOT, "trace_pipe_raw of CPU %u: %s",
				    buffers[i].cpu, error.text);
			pages++;
		}
	return pages;
}

static int compare_events(const void *x, const void *y)
{
	const struct event *a = x, *b = y;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	/* A free and the next allocation of the same address. */
	return a->kind < b->kind ? 1 : a->kind > b->kind ? -1 : 0;
}

/* Pass on the events that are older than LIMIT. */
static void pass_events(struct tracing *tracing, struct event_queue *queue,
			uint64_t limit)
{
	size_t i;

	if (!queue->nr)
		return;
	qsort(queue->events, queue->nr, sizeof(*queue->events), compare_events);
	for (i = 0; i < queue->nr && queue->events[i].time < limit; i++)
		tracing_add(tracing, &queue->events[i]);
	memmove(queue->events, queue->events + i,
		(queue->nr - i) * sizeof(*queue->events));
	queue->nr -= i;
}

/* Count the events that the ring buffers had no room for. */
static void read_lost(struct tracing *tracing)
{
	uint64_t lost = 0;
	size_t i;

	for (i = 0; i < nr_buffers; i++) {
		char *name = xasprintf("per_cpu/cpu%u/stats", buffers[i].cpu);
		char *text = read_file(instance, name);
		const char *at;

		at = text ? strstr(text, "overrun: ") : NULL;
		if (at)
			lost += strtoull(at + 9, NULL, 10);
		at = text ? strstr(text, "dropped events: ") : NULL;
		if (at)
			lost += strtoull(at + 16, NULL, 10);
		free(text);
		free(name);
	}
	/* Pages count them as well, but not those that were lost last. */
	if (lost > tracing->lost)
		tracing->lost = lost;
}

/* Make an instance, and let events of lines that have the flag go to it. */
static void start_tracing(struct raw_format *format, unsigned long buffer_kb)
{
	make_instance();
	read_formats(format);
	if (buffer_kb) {
		char *text = xasprintf("%lu", buffer_kb);

		if (write_file(instance, "buffer_size_kb", text))
			die(EXIT_CANNOT, "cannot set buffer_size_kb: %s", strerror(errno));
		free(text);
	}
	/* The time of pages read must be comparable with our own. */
	if (write_file(instance, "trace_clock", "mono"))
		die(EXIT_CANNOT, "cannot set trace_clock: %s", strerror(errno));
	open_buffers();
	catch_signals();
	if (write_file(instance, "events/alloctag/enable", "1"))
		die(EXIT_CANNOT, "cannot enable the events of alloctag: %s",
		    strerror(errno));
}

static void show_progress(const struct tracing *tracing)
{
	static double shown;

	if (!isatty(STDERR_FILENO) || monotonic_seconds() <= shown + 0.5)
		return;
	shown = monotonic_seconds();
	fprintf(stderr, "\r%" PRIu64 " allocations, %" PRIu64 " frees   \b\b\b",
		tracing->events[EVENT_ALLOC], tracing->events[EVENT_FREE]);
}

/*
 * Trace the lines that TERMS select for --duration, or until a signal comes.
 * Ends the program if that is not possible.
 */
void trace_live(struct tracing *tracing, const char *terms,
		const struct options *options)
{
	struct timespec pause = { .tv_nsec = 20000000 };
	struct event_queue queue = { 0 };
	struct raw_format format;
	struct error error;
	double end;

	start_tracing(&format, options->buffer);
	if (watch_lines(terms, "e", &error) < 0)
		die(EXIT_CANNOT, "trace: %s", error.text);
	end = monotonic_seconds() + options->duration;
	while (!stopped && (!options->duration || monotonic_seconds() < end)) {
		uint64_t start = monotonic_ns();
		size_t pages = read_buffers(tracing, &queue, &format);

		pass_events(tracing, &queue, start - DELAY_NS);
		show_progress(tracing);
		if (!pages)
			nanosleep(&pause, NULL);
	}
	if (isatty(STDERR_FILENO))
		fputc('\n', stderr);
	write_file(instance, "events/alloctag/enable", "0");
	watch_restore();
	read_buffers(tracing, &queue, &format);
	pass_events(tracing, &queue, UINT64_MAX);
	read_lost(tracing);
	free(queue.events);
	remove_instance();
}
