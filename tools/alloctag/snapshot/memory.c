// SPDX-License-Identifier: GPL-2.0
/*
 * memory.c - what lines add up to, and what the page allocator knows
 *
 * Some lines count memory that other lines count as well: SLUB takes pages and
 * cuts them into objects, and both are allocations. For a sum in which each
 * byte counts once, the pages are left out. That also leaves out what SLUB
 * keeps free. Documentation/reading.rst explains it.
 *
 * Slab objects cannot be told from other allocations in a report, so how much
 * of the slab pages they fill is read from /proc/slabinfo.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloctag.h"

/* The size of a page; the kernels that are supported are x86-64. */
#define PAGE_BYTES 4096

static const struct {
	const char *file, *function;
	enum owner owner;
} special_lines[] = {
	{ "mm/slub.c", "alloc_slab_page", OWNER_SLAB_PAGES },
	{ "mm/percpu-vm.c", "pcpu_alloc_pages", OWNER_PERCPU_PAGES },
	{ "mm/percpu-km.c", "pcpu_create_chunk", OWNER_PERCPU_PAGES },
	{ "fs/dcache.c", "dcache_init_early", OWNER_MEMBLOCK },
	{ "fs/inode.c", "inode_init_early", OWNER_MEMBLOCK },
	{ "lib/stackdepot.c", "stack_depot_early_init", OWNER_MEMBLOCK },
	{ "mm/memory.c", "do_anonymous_page", OWNER_USER },
	{ "mm/memory.c", "do_cow_fault", OWNER_USER },
	{ "mm/memory.c", "do_swap_page", OWNER_USER },
	{ "mm/memory.c", "page_copy_prealloc", OWNER_USER },
	{ "mm/memory.c", "wp_page_copy", OWNER_USER },
	{ "mm/huge_memory.c", "do_huge_pmd_anonymous_page", OWNER_USER },
	{ "mm/khugepaged.c", "hpage_collapse_alloc_page", OWNER_USER },
	{ "mm/readahead.c", "page_cache_ra_unbounded", OWNER_USER },
	{ "mm/readahead.c", "readahead_expand", OWNER_USER },
};

/* Here, functions with "folio" in their names allocate pages of users. */
static const char * const user_files[] = {
	"mm/memory.c", "mm/huge_memory.c", "mm/filemap.c", "mm/shmem.c",
	"mm/readahead.c", "mm/khugepaged.c", "mm/hugetlb.c", "mm/swap_state.c",
	"mm/mempolicy.c",
};

#define SPECIAL_NAME 1
#define USER_FILE 2
#define FOLIO_NAME 4

/* Names that matter here, by the number of the name; for most it is 0. */
static unsigned char *traits;
static size_t nr_traits;

static unsigned char find_traits(const char *text)
{
	unsigned char found = strstr(text, "folio") ? FOLIO_NAME : 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(user_files); i++)
		if (!strcmp(text, user_files[i]))
			found |= USER_FILE;
	for (i = 0; i < ARRAY_SIZE(special_lines); i++)
		if (!strcmp(text, special_lines[i].file))
			found |= SPECIAL_NAME;
	return found;
}

/* What kind of line is this? */
enum owner owner_of(const struct entry *entry)
{
	size_t i;

	while (nr_traits < names_count()) {
		size_t nr = names_count();

		traits = xrealloc(traits, nr);
		for (; nr_traits < nr; nr_traits++)
			traits[nr_traits] = find_traits(name_text(nr_traits));
	}
	if (!(traits[entry->file] & (SPECIAL_NAME | USER_FILE)))
		return OWNER_KERNEL;
	for (i = 0; i < ARRAY_SIZE(special_lines); i++)
		if (!strcmp(name_text(entry->file), special_lines[i].file) &&
		    !strcmp(name_text(entry->function), special_lines[i].function))
			return special_lines[i].owner;
	if (traits[entry->file] & USER_FILE && traits[entry->function] & FOLIO_NAME)
		return OWNER_USER;
	return OWNER_KERNEL;
}

void add_up(const struct snapshot *snapshot, struct totals *totals)
{
	size_t i;

	memset(totals, 0, sizeof(*totals));
	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		enum owner owner = owner_of(entry);

		totals->bytes[owner] += entry->bytes;
		totals->live[owner] += entry->live;
		totals->all += entry->bytes;
		if (!holds_objects(owner))
			totals->once += entry->bytes;
		totals->inaccurate += entry->flags & ENTRY_INACCURATE;
	}
}

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
	char *path = *name == '/' ? xasprintf("%s", name) :
				    xasprintf("%s/%s", proc_folder, name);

	if (read_all(path, &text, &size, &time, &error)) {
		free(text);
		text = NULL;
	}
	free(path);
	return text;
}

/* Call with TEXT = NULL to go on. Returns NULL at the end. */
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

static int64_t read_mem_total(void)
{
	char *text = read_proc("meminfo"), *at = text, *line;
	int64_t total = -1;

	while ((line = next_line(&at)))
		if (sscanf(line, "MemTotal: %" SCNd64 " kB", &total) == 1)
			total *= 1024;
	free(text);
	return total;
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
 * What is not free in the chunks of the per-CPU allocator, on all CPUs. The
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
	memory->total = read_mem_total();
	memory->free_blocks = read_free_blocks();
	memory->free_lists = read_free_lists();
	memory->slab_objects = read_slab_objects();
	memory->percpu_objects = read_percpu_objects();
}
