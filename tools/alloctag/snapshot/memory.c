// SPDX-License-Identifier: GPL-2.0
/*
 * memory.c - free memory and slab objects, from other files of /proc
 *
 * Slab objects cannot be told from other allocations in a report, so how much
 * of the slab pages they fill is read from /proc/slabinfo.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/memory.h"
#include "util/file.h"

/*
 * The files of the kernel that say where memory is. Each function returns
 * bytes, or -1 if the file isn't there or isn't readable.
 */
static char *read_proc(const char *name)
{
	struct error error;
	int64_t time;
	size_t size;
	char *text;
	char *path = *name == '/' ? xstrdup(name) :
				    xasprintf("%s/%s", proc_folder, name);

	if (read_all(path, &text, &size, &time, &error)) {
		free(text);
		text = NULL;
	}
	free(path);
	return text;
}

/* Cut a line off the start of *TEXT. Returns NULL at the end. */
static char *next_line(char **text)
{
	char *line = *text, *end;

	if (!line || !*line)
		return NULL;
	end = strchr(line, '\n');
	if (end)
		*end = '\0';
	*text = end ? end + 1 : NULL;
	return line;
}

static int64_t read_meminfo(const char *key)
{
	char *text = read_proc("meminfo"), *at = text, *line;
	size_t length = strlen(key);
	int64_t value = -1;

	while ((line = next_line(&at)))
		if (!strncmp(line, key, length) &&
		    sscanf(line + length, ": %" SCNd64 " kB", &value) == 1)
			value *= 1024;
	free(text);
	return value;
}

/* What could be allocated without swapping: MemAvailable. */
int64_t read_available(void)
{
	return read_meminfo("MemAvailable");
}

/*
 * The bytes of all slab pages, also of those that no line has; -1 if not known.
 * Slab in meminfo has pages of large kmalloc()s as well.
 */
int64_t read_slab_pages(void)
{
	char *text = read_proc("slabinfo"), *at = text, *line;
	int64_t sum = text ? 0 : -1, pages, slabs;

	while ((line = next_line(&at)))
		if (sscanf(line, "%*s %*d %*d %*d %*d %" SCNd64
			   " : tunables %*d %*d %*d : slabdata %*d %" SCNd64,
			   &pages, &slabs) == 2)
			sum += pages * slabs * PAGE_BYTES;
	free(text);
	return sum;
}

/* Since boot; 0 if not known. */
double uptime_seconds(void)
{
	char *text = read_proc("uptime");
	double seconds = text ? strtod(text, NULL) : 0;

	free(text);
	return seconds;
}

/* "Node 0, zone DMA 1 0 2 ...": free blocks of each order. */
static int64_t read_free_blocks(void)
{
	char *text = read_proc("buddyinfo"), *at = text, *line;
	int64_t sum = text ? 0 : -1;

	while ((line = next_line(&at))) {
		char *p = strstr(line, "zone");
		unsigned int order;

		if (!p)
			continue;
		p += 4;
		p += strspn(p, " ");
		p += strcspn(p, " ");
		for (order = 0; order < 20; order++) {
			char *end;
			int64_t blocks = strtoll(p, &end, 10);

			if (end == p)
				break;
			p = end;
			sum += blocks * PAGE_BYTES << order;
		}
	}
	free(text);
	return sum;
}

/* "count: N" for each CPU of each zone. */
static int64_t read_free_lists(void)
{
	char *text = read_proc("zoneinfo"), *at = text, *line;
	int64_t sum = text ? 0 : -1, count;

	while ((line = next_line(&at)))
		if (sscanf(line, " count: %" SCNd64, &count) == 1)
			sum += count * PAGE_BYTES;
	free(text);
	return sum;
}

static int64_t read_slab_objects(void)
{
	char *text = read_proc("slabinfo"), *at = text, *line;
	int64_t sum = text ? 0 : -1, active, all, size;

	while ((line = next_line(&at)))
		if (*line != '#' &&
		    sscanf(line, "%*s %" SCNd64 " %" SCNd64 " %" SCNd64, &active,
			   &all, &size) == 3)
			sum += active * size;
	free(text);
	return sum;
}

/* "0-3", or "0" if there is only one. */
static int64_t possible_cpus(void)
{
	bool live = !strcmp(proc_folder, "/proc");
	char *text = read_proc(live ? "/sys/devices/system/cpu/possible" : "possible");
	long first = 0, last = 0;

	if (text && sscanf(text, "%ld-%ld", &first, &last) < 2)
		last = first;
	free(text);
	return last + 1;
}

/*
 * The bytes in use in the chunks of the per-CPU allocator, on all CPUs. The
 * size of the first chunk is as in pcpu_setup_first_chunk().
 */
static int64_t read_percpu_objects(void)
{
	char *path = strcmp(proc_folder, "/proc") ?
		     xasprintf("%s/percpu_stats", proc_folder) :
		     xasprintf("/sys/kernel/debug/percpu_stats");
	char *text = read_proc(path), *at = text, *line;
	int64_t unit_size = 0, static_size = 0, reserved_size = 0, dyn_size = 0;
	int64_t sum = text ? 0 : -1, chunk = 0, value;
	int64_t cpus = possible_cpus();
	char name[32];

	free(path);
	while ((line = next_line(&at))) {
		if (sscanf(line, " %31s : %" SCNd64, name, &value) == 2) {
			if (!strcmp(name, "unit_size"))
				unit_size = value;
			else if (!strcmp(name, "static_size"))
				static_size = value;
			else if (!strcmp(name, "reserved_size"))
				reserved_size = value;
			else if (!strcmp(name, "dyn_size"))
				dyn_size = value;
			else if (!strcmp(name, "free_bytes"))
				sum += (chunk - value) * cpus;
		} else if (!strncmp(line, "Chunk", 5)) {
			chunk = strstr(line, "Reserved") ? reserved_size :
				strstr(line, "First") ?
				dyn_size - (4 - static_size % 4) % 4 : unit_size;
		}
	}
	free(text);
	return sum;
}

/* Ask the running kernel. */
void read_memory(struct memory *memory)
{
	memory->total = read_meminfo("MemTotal");
	memory->free_blocks = read_free_blocks();
	memory->free_lists = read_free_lists();
	memory->slab_objects = read_slab_objects();
	memory->percpu_objects = read_percpu_objects();
}
