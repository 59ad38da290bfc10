// SPDX-License-Identifier: GPL-2.0
/*
 * site.c - from a tag to its index; the table of call sites
 *
 * An index is never used again: blocks and counters may still refer to it.
 *
 * Shared objects can be unloaded, and another object, with other tags, can then
 * be loaded at the same address. Our dlclose() removes the tags of objects that
 * are gone. While the C library's dlclose() runs, the hash table is replaced by
 * an empty one, so that all threads come to alloc_tag_idx_slow(). That compares
 * the tag with the copy. If a removed call site turns up again, because the
 * object was loaded again, it has its old index.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

#define FIRST_BITS	9

/* The first table. */
static struct {
	struct tag_table table;
	struct tag_entry entry[1u << FIRST_BITS];
} first = { .table.shift = 64 - FIRST_BITS };

_Atomic(struct tag_table *) alloc_tag_table = &first.table;
/* The table in use; alloc_tag_table is an empty one while closing is not 0. */
static struct tag_table *table = &first.table;
/* Calls of dlclose() under way. */
static unsigned int closing;

struct site *alloc_tag_sites;
alloc_tag_idx_t alloc_tag_nr_sites;
static alloc_tag_idx_t max_sites;

/*
 * Removed call sites, by place: an index is the first of a list, which goes on
 * with @next. A library that is loaded again has the same ones.
 */
#define REMOVED_BITS	12
static unsigned int removed_sites[1u << REMOVED_BITS];

/* The entry of a tag that was removed: not NULL, so that searches go on. */
#define REMOVED		((const struct alloc_tag *)1)

void *alloc_tag_pages(size_t bytes)
{
	void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return pages == MAP_FAILED ? NULL : pages;
}

/* A copy of STRING, never freed, or NULL. */
static const char *copy_string(const char *string)
{
	static char *at;
	static size_t left;
	static const char *last;
	size_t size = strlen(string) + 1;
	char *copy;

	/* Call sites of one file mostly come together. */
	if (last && !strcmp(last, string))
		return last;
	if (size == 1)
		return "";
	if (size > left) {
		size_t bytes = size > 65536 ? size : 65536;

		at = alloc_tag_pages(bytes);
		left = at ? bytes : 0;
		if (!at)
			return NULL;
	}
	copy = memcpy(at, string, size);
	at += size;
	left -= size;
	last = copy;
	return copy;
}

struct module {
	const struct alloc_tag *tag;
	const char *name;
};

/* Does the object INFO have ADDRESS in one of its segments? */
static bool object_has(const struct dl_phdr_info *info, const void *address)
{
	int i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_LOAD &&
		    (uintptr_t)address - (info->dlpi_addr + segment->p_vaddr) < segment->p_memsz)
			return true;
	}
	return false;
}

/* Name MODULE by PATH, that of its file. */
static void set_module_name(struct module *module, const char *path)
{
	const char *slash = strrchr(path, '/');

	module->name = slash ? slash + 1 : path;
}

static int find_module(struct dl_phdr_info *info, size_t size, void *data)
{
	struct module *module = data;

	(void)size;
	if (!object_has(info, module->tag))
		return 0;
	set_module_name(module, info->dlpi_name);
	return 1;
}

/* Only glibc has it, from 2.35 on. */
extern __typeof__(_dl_find_object) _dl_find_object __attribute__((weak));

/*
 * The name of the object that has TAG, valid as long as it is loaded. In the
 * child of a process with threads, the loader's lock may be held for ever: by a
 * thread that is not there. malloc() works there, so it must not be taken.
 * _dl_find_object() takes no lock.
 */
static const char *module_name(const struct alloc_tag *tag)
{
	struct module module = { .tag = tag, .name = "" };
	struct dl_find_object found;

	if (!_dl_find_object)
		dl_iterate_phdr(find_module, &module);
	else if (!_dl_find_object((void *)(uintptr_t)tag, &found))
		set_module_name(&module, found.dlfo_link_map->l_name);
	return module.name;
}

static size_t table_mask(const struct tag_table *in)
{
	return ((size_t)1 << (64 - in->shift)) - 1;
}

/* The entry of TAG, or the one to put it into. */
static struct tag_entry *find_entry(struct tag_table *in, const struct alloc_tag *tag)
{
	struct tag_entry *unused = NULL;
	size_t at;

	for (at = alloc_tag_hash(in, tag);; at = (at + 1) & table_mask(in)) {
		struct tag_entry *entry = &in->entry[at];
		const struct alloc_tag *found =
			atomic_load_explicit(&entry->tag, memory_order_acquire);

		if (found == tag)
			return entry;
		if (!unused && (!found || found == REMOVED))
			unused = entry;
		if (!found)
			return unused;
	}
}

/* Make ENTRY, which find_entry() has returned for TAG, that of IDX. */
static void set_entry(struct tag_table *in, struct tag_entry *entry,
		      const struct alloc_tag *tag, alloc_tag_idx_t idx)
{
	in->used += !entry->tag;
	atomic_store_explicit(&entry->idx, idx, memory_order_relaxed);
	/* A thread that finds the tag must find its index, too. */
	atomic_store_explicit(&entry->tag, tag, memory_order_release);
}

/*
 * Remove the entry AT. Those that nothing follows become unused again, so that
 * the table does not fill with removed ones.
 */
static void remove_entry(size_t at)
{
	size_t mask = table_mask(table);

	table->entry[at].tag = REMOVED;
	if (table->entry[(at + 1) & mask].tag)
		return;
	for (; table->entry[at].tag == REMOVED; at = (at - 1) & mask) {
		table->entry[at].tag = NULL;
		table->used--;
	}
}

/* Make room for one more entry. Threads may still read the old table. */
static bool grow_table(void)
{
	size_t nr = table_mask(table) + 1;
	struct tag_table *larger;
	size_t i;

	if (table->used < nr / 2)
		return true;
	larger = alloc_tag_pages(sizeof(*larger) + 2 * nr * sizeof(larger->entry[0]));
	if (!larger)
		return false;
	larger->shift = table->shift - 1;
	for (i = 0; i < nr; i++) {
		const struct alloc_tag *tag =
			atomic_load_explicit(&table->entry[i].tag, memory_order_relaxed);

		if (!tag || tag == REMOVED)
			continue;
		set_entry(larger, find_entry(larger, tag), tag, table->entry[i].idx);
	}
	table = larger;
	if (!closing)
		atomic_store_explicit(&alloc_tag_table, table, memory_order_release);
	return true;
}

/* Make room for one more call site. */
static bool grow_sites(void)
{
	alloc_tag_idx_t more = max_sites ? 2 * max_sites : 512;
	void *sites;

	if (alloc_tag_nr_sites < max_sites)
		return true;
	if (max_sites == MAX_SITES)
		return false;
	if (max_sites)
		sites = mremap(alloc_tag_sites, max_sites * sizeof(struct site),
			       more * sizeof(struct site), MREMAP_MAYMOVE);
	else
		sites = alloc_tag_pages(more * sizeof(struct site));
	if (!sites || sites == MAP_FAILED)
		return false;
	alloc_tag_sites = sites;
	max_sites = more;
	return true;
}

/* Does SITE describe the place that TAG, in MODULE, describes? */
static bool same_site(const struct site *site, const struct alloc_tag *tag, const char *module)
{
	return site->line == tag->line && site->column == tag->column &&
		site->flags == tag->flags &&
		!strcmp(site->function, alloc_tag_function(tag)) &&
		!strcmp(site->file, alloc_tag_file(tag)) &&
		!strcmp(site->type, alloc_tag_type(tag)) &&
		!strcmp(site->module, module);
}

/* The list of the removed call sites of this place, and of some others. */
static unsigned int *removed_list(unsigned int line, unsigned int column, const char *module)
{
	uint64_t hash = (uint64_t)line << 16 ^ column;

	while (*module)
		hash = hash * 31 + (unsigned char)*module++;
	return &removed_sites[hash * UINT64_C(0x9e3779b97f4a7c15) >> (64 - REMOVED_BITS)];
}

static void remove_site(alloc_tag_idx_t idx)
{
	struct site *site = &alloc_tag_sites[idx];
	unsigned int *list = removed_list(site->line, site->column, site->module);

	site->tag = NULL;
	site->next = *list;
	*list = idx;
}

/* A call site for TAG: a removed one of the same place, or a new one. */
static alloc_tag_idx_t add_site(const struct alloc_tag *tag, const char *module)
{
	unsigned int *at = removed_list(tag->line, tag->column, module);
	struct site site = {
		.tag	= tag,
		.line	= tag->line,
		.column	= tag->column,
		.flags	= tag->flags,
	};

	for (; *at; at = &alloc_tag_sites[*at].next)
		if (same_site(&alloc_tag_sites[*at], tag, module)) {
			alloc_tag_idx_t idx = *at;

			*at = alloc_tag_sites[idx].next;
			alloc_tag_sites[idx].tag = tag;
			return idx;
		}

	if (!grow_sites())
		return IDX_NONE;
	/* The last string is the one that the next call site may share. */
	site.function = copy_string(alloc_tag_function(tag));
	site.type = copy_string(alloc_tag_type(tag));
	site.module = copy_string(module);
	site.file = copy_string(alloc_tag_file(tag));
	if (!site.function || !site.type || !site.module || !site.file)
		return IDX_NONE;
	alloc_tag_sites[alloc_tag_nr_sites] = site;
	return alloc_tag_nr_sites++;
}

/*
 * The index of a tag that is not where alloc_tag_to_idx() looks first. Context:
 * any in which malloc() may be called; takes alloc_tag_mutex.
 */
SLOW alloc_tag_idx_t alloc_tag_idx_slow(const struct alloc_tag *tag)
{
	alloc_tag_idx_t idx = IDX_NONE;
	struct tag_entry *entry;
	int saved_errno = errno;
	const char *module;
	bool known;

	alloc_tag_lock();
	entry = find_entry(table, tag);
	known = !closing && entry->tag == tag;
	if (known)
		idx = entry->idx;
	alloc_tag_unlock();
	if (known)
		return idx;

	/* May take the loader's lock. */
	module = module_name(tag);

	alloc_tag_lock();
	if (!alloc_tag_nr_sites || !grow_table())
		goto unlock;
	entry = find_entry(table, tag);
	if (entry->tag == tag) {
		idx = entry->idx;
		if (!closing || same_site(&alloc_tag_sites[idx], tag, module))
			goto unlock;
		/* Another tag was there before. */
		remove_site(idx);
		remove_entry(entry - table->entry);
		entry = find_entry(table, tag);
	}
	idx = add_site(tag, module);
	if (idx != IDX_NONE)
		set_entry(table, entry, tag, idx);
unlock:
	alloc_tag_unlock();
	errno = saved_errno;
	return idx;
}

/*
 * Add the NR_UNTAGGED tags of calls that pass none. They are in this library
 * and must be the first. Context: initialisation, alloc_tag_mutex not held.
 */
void alloc_tag_add_untagged(const struct alloc_tag *const *tags)
{
	const char *module = module_name(tags[IDX_MALLOC]);
	alloc_tag_idx_t idx;

	alloc_tag_lock();
	if (grow_sites()) {
		alloc_tag_nr_sites = 1;
		for (idx = 1; idx < NR_UNTAGGED; idx++)
			add_site(tags[idx], module);
	}
	alloc_tag_unlock();
}

#ifndef ALLOC_TAG_WRAP

/*
 * dlclose()
 */

/*
 * The segments of all objects that are loaded, with the names of the objects'
 * files. The names, and the memory of the segments, are valid until the next
 * object is unloaded: none is while the loader's lock is held.
 */
struct segments {
	struct segment {
		uintptr_t start, end;
		const char *path;
	} *segment;
	size_t nr, max, bytes;
	/* How many objects the process had loaded, and unloaded, by then. */
	unsigned long long loads, unloads;
};

static int add_segments(struct dl_phdr_info *info, size_t size, void *data)
{
	struct segments *all = data;
	int i;

	(void)size;
	all->loads = info->dlpi_adds;
	all->unloads = info->dlpi_subs;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type != PT_LOAD)
			continue;
		/* Count those that there is no room for. */
		if (all->nr < all->max) {
			struct segment *new = &all->segment[all->nr];

			new->start = info->dlpi_addr + segment->p_vaddr;
			new->end = new->start + segment->p_memsz;
			new->path = info->dlpi_name;
		}
		all->nr++;
	}
	return 0;
}

/* Fill ALL, which has memory of the last time or none. Fails without memory. */
static bool get_segments(struct segments *all)
{
	for (;;) {
		all->nr = 0;
		dl_iterate_phdr(add_segments, all);
		if (all->nr <= all->max)
			return true;
		if (all->segment)
			munmap(all->segment, all->bytes);
		all->max = all->nr + 16;
		all->bytes = all->max * sizeof(*all->segment);
		all->segment = alloc_tag_pages(all->bytes);
		if (!all->segment)
			return false;
	}
}

static const struct segment *find_segment(const struct segments *all, const void *address)
{
	size_t i;

	for (i = 0; i < all->nr; i++)
		if ((uintptr_t)address >= all->segment[i].start &&
		    (uintptr_t)address < all->segment[i].end)
			return &all->segment[i];
	return NULL;
}

/*
 * struct removal - what remove_tags() is to do, and whether it has
 * @all:	the segments
 * @loads:	how many objects had been loaded before the C library's
 *		dlclose() was called
 * @done:	false if @all is of the past
 */
struct removal {
	struct segments all;
	unsigned long long loads;
	bool done;
};

/*
 * Is ENTRY's tag where it was? Caller holds alloc_tag_mutex and the loader's
 * lock. If an object was loaded since dlclose() began, it may be where the one
 * with the tag was; and its own tag at this address may never have been looked
 * up. So the tag is compared with the copy.
 */
static bool is_still_there(const struct removal *removal, const struct tag_entry *entry)
{
	const struct segment *segment = find_segment(&removal->all, entry->tag);
	struct module module;

	if (!segment)
		return false;
	if (removal->all.loads == removal->loads)
		return true;
	set_module_name(&module, segment->path);
	return same_site(&alloc_tag_sites[entry->idx], entry->tag, module.name);
}

/*
 * Called once, for the first object: what is wanted is the loader's lock. While
 * it is held, no object goes away, so the memory of tags can be read.
 */
static int remove_tags(struct dl_phdr_info *info, size_t size, void *data)
{
	struct removal *removal = data;
	size_t i, nr;

	(void)size;
	removal->done = info->dlpi_adds == removal->all.loads &&
		info->dlpi_subs == removal->all.unloads;
	if (!removal->done)
		return 1;

	alloc_tag_lock();
	nr = table_mask(table) + 1;
	for (i = 0; i < nr; i++) {
		struct tag_entry *entry = &table->entry[i];

		if (!entry->tag || entry->tag == REMOVED || is_still_there(removal, entry))
			continue;
		remove_site(entry->idx);
		remove_entry(i);
	}
	alloc_tag_unlock();
	return 1;
}

/*
 * Remove the tags that are not in a loaded object any more. BEFORE is of the
 * time before the C library's dlclose() was called.
 */
static void remove_unloaded_tags(const struct segments *before)
{
	struct removal removal = { .loads = before->loads };

	do {
		if (!get_segments(&removal.all))
			return;
		/* The object may be in use elsewhere. */
		if (removal.all.unloads == before->unloads)
			break;
		dl_iterate_phdr(remove_tags, &removal);
	} while (!removal.done);
	munmap(removal.all.segment, removal.all.bytes);
}

/* Add N to closing, and replace the table. */
static void set_closing(int n)
{
	static struct {
		struct tag_table table;
		struct tag_entry entry[2];
	} empty = { .table.shift = 63 };

	alloc_tag_lock();
	closing += n;
	atomic_store(&alloc_tag_table, closing ? &empty.table : table);
	alloc_tag_unlock();
}

EXPORTED int dlclose(void *handle)
{
	static _Atomic(int (*)(void *)) next;
	int (*real)(void *) = next;
	struct segments before = { .max = 0 };
	int result;

	if (!real) {
		real = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
		next = real;
	}
	set_closing(1);
	dl_iterate_phdr(add_segments, &before);
	result = real(handle);
	remove_unloaded_tags(&before);
	set_closing(-1);
	return result;
}
#endif
