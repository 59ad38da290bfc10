// SPDX-License-Identifier: GPL-2.0
/*
 * See counter.h. As in the kernel's runtime, the counters are an array parallel
 * to the tags. Not thread-safe.
 */
#include <stdio.h>
#include <string.h>
#include "counter.h"

/* Defined by the linker: start and end of the section of tags. */
extern const struct alloc_tag __start_alloc_tags[] __attribute__((weak));
extern const struct alloc_tag __stop_alloc_tags[] __attribute__((weak));

#define MAX_TAGS 4096

static struct {
	unsigned long allocs;
	long bytes;
} counters[MAX_TAGS];

static unsigned long all;

struct header {
	size_t size;
	size_t tag;
	/* The object after it must be aligned as malloc() aligns. */
} __attribute__((aligned(16)));

static size_t tag_count(void)
{
	return __stop_alloc_tags - __start_alloc_tags;
}

static void print_tags(void)
{
	size_t i;

	for (i = 0; i < tag_count(); i++) {
		const struct alloc_tag *tag = &__start_alloc_tags[i];

		fprintf(stderr, "%s:%u:%u %s \"%s\" flags %u: %lu allocations, %ld bytes\n",
			alloc_tag_file(tag), tag->line, tag->column, alloc_tag_function(tag),
			alloc_tag_type(tag), tag->flags, counters[i].allocs,
			counters[i].bytes);
	}
}

void check_failed(const char *file, unsigned int line, const char *what)
{
	fprintf(stderr, "%s:%u: failed: %s\n", file, line, what);
	print_tags();
	abort();
}

/* The index of a tag in the array. Aborts if it is not a tag. */
static size_t tag_index(const struct alloc_tag *tag)
{
	size_t offset = (const char *)tag - (const char *)__start_alloc_tags;

	if (tag < __start_alloc_tags || tag >= __stop_alloc_tags ||
	    offset % ALLOC_TAG_SIZE != 0 ||
	    offset / ALLOC_TAG_SIZE >= MAX_TAGS) {
		fprintf(stderr, "not a tag: %p, tags are %p to %p\n",
			(const void *)tag, (const void *)__start_alloc_tags,
			(const void *)__stop_alloc_tags);
		abort();
	}
	return offset / ALLOC_TAG_SIZE;
}

void test_charge(const struct alloc_tag *tag, size_t size)
{
	size_t index = tag_index(tag);

	counters[index].allocs++;
	counters[index].bytes += size;
	all++;
}

__attribute__((noinline))
void *test_alloc(size_t size)
{
	struct header *header = calloc(1, sizeof(*header) + size);

	if (!header)
		abort();
	header->size = size;
	header->tag = tag_index(alloc_tag_caller());
	test_charge(alloc_tag_caller(), size);
	return header + 1;
}

void test_free(void *object)
{
	struct header *header = object;

	if (!object)
		return;
	header--;
	counters[header->tag].bytes -= header->size;
	free(header);
}

void check_site_in(const char *file, const char *function, unsigned int line,
		   const char *type, unsigned int flags,
		   unsigned long allocs, long bytes)
{
	size_t i;
	unsigned int found = 0;

	for (i = 0; i < tag_count(); i++) {
		const struct alloc_tag *tag = &__start_alloc_tags[i];

		if (tag->line != line || tag->flags != flags ||
		    strcmp(alloc_tag_function(tag), function) ||
		    strcmp(alloc_tag_file(tag), file) ||
		    (type && strcmp(alloc_tag_type(tag), type)))
			continue;
		found++;
		if (counters[i].allocs != allocs || counters[i].bytes != bytes) {
			fprintf(stderr, "%s:%u %s: %lu allocations, %ld bytes expected\n",
				file, line, function, allocs, bytes);
			print_tags();
			abort();
		}
	}
	if (found != 1) {
		fprintf(stderr, "%s:%u %s \"%s\": one tag expected, found %u\n",
			file, line, function, type ? type : "(any)", found);
		print_tags();
		abort();
	}
}

void check_untagged(const char *allocator, unsigned long allocs, long bytes)
{
	size_t i;
	unsigned int found = 0;

	for (i = 0; i < tag_count(); i++) {
		const struct alloc_tag *tag = &__start_alloc_tags[i];

		if (!(tag->flags & CODE_TAG_UNTAGGED) ||
		    strcmp(alloc_tag_function(tag), allocator))
			continue;
		found++;
		if (counters[i].allocs != allocs || counters[i].bytes != bytes) {
			fprintf(stderr, "%s, untagged: %lu allocations, %ld bytes expected\n",
				allocator, allocs, bytes);
			print_tags();
			abort();
		}
	}
	if (found != 1) {
		fprintf(stderr, "%s: one own tag expected, found %u\n",
			allocator, found);
		print_tags();
		abort();
	}
}

unsigned int count_sites(const char *function)
{
	size_t i;
	unsigned int n = 0;

	for (i = 0; i < tag_count(); i++) {
		const struct alloc_tag *tag = &__start_alloc_tags[i];

		if (!(tag->flags & CODE_TAG_UNTAGGED) &&
		    !strcmp(alloc_tag_function(tag), function))
			n++;
	}
	return n;
}

void check_no_site(const char *function)
{
	if (count_sites(function)) {
		fprintf(stderr, "%s: no tag expected\n", function);
		print_tags();
		abort();
	}
}

unsigned long total_allocs(void)
{
	return all;
}
