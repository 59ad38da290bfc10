// SPDX-License-Identifier: GPL-2.0
/*
 * site.c - from a tag to its index; the table of call sites
 *
 * A tag has its index from its first call on. Its call site, with copies of its
 * strings, is for ever: blocks and counters may refer to the index when the
 * object with the tag has been unloaded. When it is loaded again, its tags have
 * no index, and the call sites of these places are found again.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

struct site *alloc_tag_sites;
alloc_tag_idx_t alloc_tag_nr_sites;
static alloc_tag_idx_t max_sites;

/*
 * Call sites by place: an index is the first of a list, which goes on with
 * @next.
 */
#define LIST_BITS	13
static unsigned int lists[1u << LIST_BITS];

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

/* The list of the call sites of this place, and of some others. */
static unsigned int *list_of(unsigned int line, unsigned int column, const char *module)
{
	uint64_t hash = (uint64_t)line << 16 ^ column;

	while (*module)
		hash = hash * 31 + (unsigned char)*module++;
	return &lists[hash * UINT64_C(0x9e3779b97f4a7c15) >> (64 - LIST_BITS)];
}

/* The call site of the place of TAG, in MODULE; IDX_NONE if that fails. */
static alloc_tag_idx_t find_site(const struct alloc_tag *tag, const char *module)
{
	unsigned int *list = list_of(tag->line, tag->column, module), idx;
	struct site site = {
		.line	= tag->line,
		.column	= tag->column,
		.flags	= tag->flags,
		.next	= *list,
	};

	for (idx = *list; idx; idx = alloc_tag_sites[idx].next)
		if (same_site(&alloc_tag_sites[idx], tag, module))
			return idx;

	if (!grow_sites())
		return IDX_NONE;
	/* The last string is the one that the next call site may share. */
	site.function = copy_string(alloc_tag_function(tag));
	site.type = copy_string(alloc_tag_type(tag));
	site.module = copy_string(module);
	site.file = copy_string(alloc_tag_file(tag));
	if (!site.function || !site.type || !site.module || !site.file)
		return IDX_NONE;
	*list = alloc_tag_nr_sites;
	alloc_tag_sites[*list] = site;
	return alloc_tag_nr_sites++;
}

/*
 * The index of a tag that has none yet, or that is NULL. Context: any in which
 * malloc() may be called; takes alloc_tag_mutex.
 */
SLOW alloc_tag_idx_t alloc_tag_idx_slow(const struct alloc_tag *tag)
{
	alloc_tag_idx_t idx = IDX_NONE;
	int saved_errno = errno;
	const char *module;

	if (!tag)
		return IDX_NONE;
	/* May take the loader's lock. */
	module = module_name(tag);

	alloc_tag_lock();
	if (alloc_tag_nr_sites) {
		idx = tag->idx;
		if (idx == IDX_UNKNOWN) {
			idx = find_site(tag, module);
			/* Tags without an index are in writable memory. */
			__atomic_store_n((unsigned int *)&tag->idx, idx, __ATOMIC_RELAXED);
		}
	}
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
			find_site(tags[idx], module);
	}
	alloc_tag_unlock();
}
