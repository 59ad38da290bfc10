// SPDX-License-Identifier: GPL-2.0
/*
 * kernel.c - known lines of the kernel, by their files, functions and types
 *
 * This is the only file that names functions of the kernel. The names are from
 * Linux 6.1 to 6.12; one that a kernel does not have does no harm.
 *
 * With alloctag, objects of a cache are in the lines of those who ask for them,
 * for example directory entries in fs/namei.c. So they are known by their type.
 *
 * Pages of files are known by their type, if the report has types: besides slab
 * pages, only the page cache and the memory of processes are struct folio.
 * Without types, they are known by their functions' names.
 */
#include <limits.h>
#include <string.h>

#include "snapshot/kernel.h"
#include "util/buffer.h"

/*
 * Patterns of lines. They can begin and end with "*"; a type that is NULL fits
 * all lines. The first row that fits counts.
 */
static const struct {
	const char *file, *function, *type;
	enum owner owner;
	const char *note;	/* why growth need not be a leak; NULL: it may be one */
	bool dropped;		/* drop_caches frees what is unused of it */
} known_lines[] = {
	{ "mm/slub.c", "alloc_slab_page", NULL, OWNER_SLAB_PAGES, NULL, false },
	{ "mm/percpu-vm.c", "pcpu_alloc_pages", NULL, OWNER_PERCPU_PAGES, NULL, false },
	{ "mm/percpu-km.c", "pcpu_create_chunk", NULL, OWNER_PERCPU_PAGES, NULL, false },

	{ "fs/dcache.c", "dcache_init_early", NULL, OWNER_MEMBLOCK, NULL, false },
	{ "fs/inode.c", "inode_init_early", NULL, OWNER_MEMBLOCK, NULL, false },
	{ "lib/stackdepot.c", "stack_depot_early_init", NULL, OWNER_MEMBLOCK, NULL, false },

	/* Of sockets, pipes and the like: in use as long as they are there. */
#define IN_USE(file) \
	{ file, "*", "struct dentry", OWNER_KERNEL, NULL, false }, \
	{ file, "*", "struct inode", OWNER_KERNEL, NULL, false }
	IN_USE("net/*"),
	IN_USE("fs/pipe.c"),
	IN_USE("fs/anon_inodes.c"),
	IN_USE("fs/file_table.c"),
#undef IN_USE
	{ "net/*", "*_alloc_inode", NULL, OWNER_KERNEL, NULL, false },
	{ "*", "*", "struct dentry", OWNER_KERNEL, "cache of directory entries", true },
	{ "fs/*", "*", "struct inode", OWNER_KERNEL, "cache of inodes", true },
	{ "*", "*", "struct buffer_head", OWNER_KERNEL, "buffers of files", false },
	/* Elsewhere, these nodes are of identifiers and of others' arrays. */
	{ "mm/*", "*", "struct xa_node", OWNER_KERNEL, "index of cached pages", false },

#define USER(file, function) \
	{ file, function, NULL, OWNER_USER, "pages of files and processes", false }
	USER("mm/memory.c", "do_anonymous_page"),
	USER("mm/memory.c", "do_cow_fault"),
	USER("mm/memory.c", "do_swap_page"),
	USER("mm/memory.c", "page_copy_prealloc"),
	USER("mm/memory.c", "wp_page_copy"),
	USER("mm/huge_memory.c", "do_huge_pmd_anonymous_page"),
	USER("mm/khugepaged.c", "hpage_collapse_alloc_page"),
	USER("mm/readahead.c", "page_cache_ra_unbounded"),
	USER("mm/readahead.c", "readahead_expand"),
	USER("mm/memory.c", "*folio*"),
	USER("mm/huge_memory.c", "*folio*"),
	USER("mm/filemap.c", "*folio*"),
	USER("mm/shmem.c", "*folio*"),
	USER("mm/readahead.c", "*folio*"),
	USER("mm/khugepaged.c", "*folio*"),
	USER("mm/hugetlb.c", "*folio*"),
	USER("mm/swap_state.c", "*folio*"),
	USER("mm/mempolicy.c", "*folio*"),
	/* Of any file system: what is written to its files. */
	USER("*", "*write_begin*"),
#undef USER

#define CACHE(file, function, note) \
	{ file, function, NULL, OWNER_KERNEL, note, false }
#define DROPPED(file, function, note) \
	{ file, function, NULL, OWNER_KERNEL, note, true }
	DROPPED("fs/dcache.c", "__d_alloc", "cache of directory entries"),
	DROPPED("fs/inode.c", "alloc_inode", "cache of inodes"),
	DROPPED("*", "*_alloc_inode", "cache of inodes"),
	/* Where alloc_inode() is marked: who asks it for an inode. */
	DROPPED("*", "*_iget", "cache of inodes"),
	DROPPED("*", "*_get_inode", "cache of inodes"),
	DROPPED("*", "*_make_inode", "cache of inodes"),
	DROPPED("*", "*_new_inode", "cache of inodes"),
#undef DROPPED
	CACHE("fs/buffer.c", "*", "buffers of files"),
	CACHE("mm/memory.c", "__pte_alloc_kernel", "page tables of vmalloc, kept"),
	CACHE("mm/vmalloc.c", "alloc_vmap_area", "address ranges, freed in batches"),
	CACHE("mm/vmalloc.c", "preload_this_cpu_lock",
	      "address ranges, freed in batches"),
	CACHE("lib/xarray.c", "*", "index of cached pages"),
	/* Before alloctag had folders, its files were alloc_tag_*.c. */
	CACHE("mm/alloc_tag/*", "*", "alloctag's own, for pages in use"),
	CACHE("mm/alloc_tag_*", "*", "alloctag's own, for pages in use"),
	CACHE("lib/alloc_tag/watch/*", "*", "alloctag's own, for watched lines"),
	CACHE("lib/alloc_tag/sample/*", "*", "alloctag's own, for samples and watched lines"),
	CACHE("lib/alloc_tag_record.c", "*", "alloctag's own, for watched lines"),
	CACHE("lib/alloc_tag_watch.c", "*", "alloctag's own, for watched lines"),
	CACHE("lib/alloc_tag/*", "*", "alloctag's own"),
	CACHE("lib/alloc_tag_*", "*", "alloctag's own"),
#undef CACHE
};

enum pattern {
	PATTERN_FILE,
	PATTERN_FUNCTION,
	PATTERN_TYPE,
	NR_PATTERNS
};

/*
 * The sets of rows that names fit, a bit for each row. There are few sets and
 * many names, so a name has the number of its set, as that of a file, of
 * a function and of a type; 0: it was not compared yet.
 */
static uint64_t sets[UCHAR_MAX + 1];
static unsigned int nr_sets = 1;
static unsigned char (*set_by_name)[NR_PATTERNS];
static size_t nr_names;

_Static_assert(ARRAY_SIZE(known_lines) <= 64, "a bit for each row");

/* What a row has for @pattern; NULL if it fits all names. */
static const char *row_pattern(size_t row, enum pattern pattern)
{
	switch (pattern) {
	case PATTERN_FILE:
		return known_lines[row].file;
	case PATTERN_FUNCTION:
		return known_lines[row].function;
	default:
		return known_lines[row].type;
	}
}

/*
 * What names are compared with: each pattern once, without its "*", with a bit
 * for each row that has it.
 */
struct comparison {
	char text[64];		/* longer than any */
	size_t length;
	bool any_before, any_after;	/* where the "*" was */
	uint64_t rows;
};

static struct {
	uint64_t all;		/* rows that fit all names */
	struct comparison some[ARRAY_SIZE(known_lines)];
	size_t nr;
	/* A bit for each of these, by its first letter; at 0: with any. */
	uint64_t by_letter[UCHAR_MAX + 1];
} comparisons[NR_PATTERNS];

static void add_comparison(enum pattern pattern, const char *wanted, uint64_t row)
{
	struct comparison *some = comparisons[pattern].some;
	struct comparison new = { .length = strlen(wanted) };
	size_t i;

	new.any_before = *wanted == '*';
	new.any_after = wanted[new.length - 1] == '*';
	new.length -= new.any_before + new.any_after;
	memcpy(new.text, wanted + new.any_before, new.length);
	for (i = 0; i < comparisons[pattern].nr; i++)
		if (!strcmp(some[i].text, new.text) && some[i].any_before == new.any_before &&
		    some[i].any_after == new.any_after)
			break;
	if (i == comparisons[pattern].nr) {
		comparisons[pattern].by_letter[new.any_before ? 0 : (unsigned char)*new.text] |=
			UINT64_C(1) << i;
		some[comparisons[pattern].nr++] = new;
	}
	some[i].rows |= row;
}

static void prepare_comparisons(void)
{
	enum pattern pattern;
	size_t i;

	for (pattern = 0; pattern < NR_PATTERNS; pattern++) {
		for (i = 0; i < ARRAY_SIZE(known_lines); i++) {
			const char *wanted = row_pattern(i, pattern);

			if (!wanted || !strcmp(wanted, "*"))
				comparisons[pattern].all |= UINT64_C(1) << i;
			else
				add_comparison(pattern, wanted, UINT64_C(1) << i);
		}
	}
}

static bool fits(const struct comparison *with, const char *text, size_t length)
{
	if (length < with->length)
		return false;
	if (with->any_before && with->any_after)
		return strstr(text, with->text);
	if (with->any_before)
		text += length - with->length;
	return !memcmp(text, with->text, with->length) &&
	       (with->any_after || !text[with->length]);
}

static uint64_t compare_rows(enum pattern pattern, const char *text)
{
	const uint64_t *by_letter = comparisons[pattern].by_letter;
	uint64_t bits, left;

	if (!comparisons[pattern].all)
		prepare_comparisons();
	bits = comparisons[pattern].all;
	for (left = by_letter[0] | by_letter[(unsigned char)*text]; left; left &= left - 1) {
		const struct comparison *with =
			&comparisons[pattern].some[__builtin_ctzll(left)];

		if (fits(with, text, strlen(text)))
			bits |= with->rows;
	}
	return bits;
}

/* Compare a name that was not compared with PATTERN yet. */
static uint64_t compare_name(enum pattern pattern, name_t name)
{
	uint64_t rows = compare_rows(pattern, name_text(name));
	unsigned int set = 1;

	if (name >= nr_names) {
		size_t nr = names_count();

		set_by_name = xrealloc(set_by_name, nr * sizeof(*set_by_name));
		memset(set_by_name + nr_names, 0, (nr - nr_names) * sizeof(*set_by_name));
		nr_names = nr;
	}
	while (set < nr_sets && sets[set] != rows)
		set++;
	/* Kernels have 44. With more, a name is compared each time. */
	if (set < ARRAY_SIZE(sets)) {
		sets[set] = rows;
		nr_sets += set == nr_sets;
		set_by_name[name][pattern] = set;
	}
	return rows;
}

static inline uint64_t rows_of(enum pattern pattern, name_t name)
{
	unsigned int set = name < nr_names ? set_by_name[name][pattern] : 0;

	return set ? sets[set] : compare_name(pattern, name);
}

/* Any row of pages of files and processes. */
static int user_row(void)
{
	static int row;

	while (known_lines[row].owner != OWNER_USER)
		row++;
	return row;
}

/* The row of a line, -1 if there is none. */
static int find_row(const struct entry *entry)
{
	static name_t folio, page;
	uint64_t rows = rows_of(PATTERN_FILE, entry->file) &
			rows_of(PATTERN_FUNCTION, entry->function) &
			rows_of(PATTERN_TYPE, entry->type);
	int row = rows ? __builtin_ctzll(rows) : -1;

	if (!folio) {
		folio = names_add("struct folio", strlen("struct folio"));
		page = names_add("struct page", strlen("struct page"));
	}
	if (entry->type == folio && (row < 0 || known_lines[row].owner == OWNER_KERNEL))
		return user_row();
	/* If a line has another type, its function's name says nothing. */
	if (row >= 0 && known_lines[row].owner == OWNER_USER && entry->type &&
	    entry->type != folio && entry->type != page)
		return -1;
	return row;
}

/* What kind of line is this? */
enum owner owner_of(const struct entry *entry)
{
	int row = find_row(entry);

	return row < 0 ? OWNER_KERNEL : known_lines[row].owner;
}

/* Why the memory of a line may grow without a leak; "" if nothing is known. */
const char *note_of(const struct entry *entry)
{
	int row = find_row(entry);

	return row < 0 || !known_lines[row].note ? "" : known_lines[row].note;
}

/*
 * Does it hold a cache that "echo 2 >/proc/sys/vm/drop_caches" frees, but for
 * what is in use? Then what remains may be a leak of references.
 */
bool is_dropped(const struct entry *entry)
{
	int row = find_row(entry);

	return row >= 0 && known_lines[row].dropped;
}

/* Does the name look like a function of an allocator? */
bool is_allocator(name_t function)
{
	static const char * const starts[] = {
		"__kmalloc", "kmalloc", "kmem_cache_alloc", "krealloc", "kvmalloc",
		"__kvmalloc", "kmemdup", "__alloc_pages", "alloc_pages", "__folio_alloc",
		"folio_alloc", "get_free_pages", "__get_free_pages", "get_zeroed_page",
		"vmalloc", "__vmalloc", "vzalloc", "pcpu_alloc", "__alloc_percpu",
		"mempool_alloc", "dma_alloc", "dma_pool_alloc", "kstrdup", "kasprintf",
		"kvasprintf", "memdup_user", "___kmalloc", "alloc_slab_page", "new_slab",
		"allocate_slab", "___slab_alloc", "__slab_alloc",
	};
	const char *text = name_text(function);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(starts); i++)
		if (!strncmp(text, starts[i], strlen(starts[i])))
			return true;
	return false;
}
