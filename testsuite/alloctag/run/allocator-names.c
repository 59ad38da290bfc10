/*
 * With the argument allocator-names, a section names the allocator that is
 * called with each tag: the one in the source, also for calls without a tag,
 * and for each of two that a macro calls at the same place. Calls that are
 * optimised away leave neither a tag nor a name.
 */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-alloctag_plugin-allocator-names" } */
#include <string.h>
#include "counter.h"

extern const struct alloc_tag_allocator __start_alloc_tag_allocators[];
extern const struct alloc_tag_allocator __stop_alloc_tag_allocators[];
extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __stop_alloc_tags[];

#define BOTH(size) (use(first(size)), use(second(size)))

static void use(void *object)
{
	test_free(object);
}

static __attribute__((noinline)) __allocator void *second(size_t size)
{
	return test_alloc(size);
}

static __attribute__((noinline)) __allocator void *first(size_t size)
{
	/* Passes on the tag of its caller, so there is no name for this line. */
	return second(size + 1);
}

static void *(*volatile pointer)(size_t) = second;

static __attribute__((noinline)) void one(void)
{
	use(first(1));
}

static __attribute__((noinline)) void same_place(void)
{
	BOTH(2);
}

static __attribute__((noinline)) void never(void)
{
	if (sizeof(int) == 1)
		use(second(3));
	use(test_alloc(4));
}

/* The number of names for the tags of FUNCTION; if NAME is set, only of it. */
static unsigned int names(const char *function, const char *name)
{
	const struct alloc_tag_allocator *at;
	const struct alloc_tag *tag;
	unsigned int n = 0;

	for (at = __start_alloc_tag_allocators; at < __stop_alloc_tag_allocators; at++) {
		tag = (const void *)((const char *)at + at->tag);
		check(tag >= __start_alloc_tags && tag < __stop_alloc_tags);
		if (!strcmp(alloc_tag_function(tag), function) &&
		    (!name || !strcmp((const char *)at + at->name, name)))
			n++;
	}
	return n;
}

int main(void)
{
	_Static_assert(sizeof(struct alloc_tag_allocator) == 8, "size");

	one();
	same_place();
	never();
	use(pointer(5));

	check(names("one", "first") == 1 && names("one", NULL) == 1);
	check(names("same_place", "first") == 1 && names("same_place", "second") == 1);
	check(names("same_place", NULL) == 2 && count_sites("same_place") == 1);
	check(names("never", "test_alloc") == 1 && names("never", NULL) == 1);
	check(names("second", "second") == 1 && names("second", NULL) == 1);
	check(names("first", "second") == 0);
	return 0;
}
