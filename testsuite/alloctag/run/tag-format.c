/*
 * The plugin writes tags in the format that the kernel reads: struct alloc_tag
 * of include/linux/alloc_tag/abi.h. Each field is read back through that struct,
 * from the tag of a call and from the one of calls without a tag; and a tag
 * written by the compiler proper, in C, fits among the plugin's in the section.
 *
 * The lines have numbers that need all of their 20 bits: the test sees as well
 * whether the fields are as wide as they should be. column-width.exp does that
 * for columns.
 */
/* { dg-do run } */
#include <string.h>
#include "counter.h"

#define PASTE(a, b) PASTE_1(a, b)
#define PASTE_1(a, b) a##b
#define first_tag PASTE(__start_, ALLOC_TAG_SECTION)
#define end_of_tags PASTE(__stop_, ALLOC_TAG_SECTION)

extern const struct alloc_tag first_tag[];
extern const struct alloc_tag end_of_tags[];

struct thing { int a; };

static const struct alloc_tag written_in_c
__attribute__((used, section(ALLOC_TAG_SECTION_NAME), aligned(ALLOC_TAG_ALIGN))) = {
	.line = 1000000, .column = 1000, .flags = CODE_TAG_UNTAGGED,
};

/* One with its strings behind it can't be there. */
static ALLOC_TAG_DEFINE(with_strings, "file", 1000000, "function", "type",
			CODE_TAG_UNTAGGED);

static const struct alloc_tag *seen;

#line 1000001 "tag-format.i"
static __attribute__((noinline)) __allocator void *get(size_t size) /* column 52 */
{
	seen = alloc_tag_caller();
	return test_alloc(size);
}

static void *(*volatile pointer)(size_t) = get;

static __attribute__((noinline)) struct thing *user(void)
{
	struct thing *thing =
		get(sizeof(*thing)); /* line 1000012, column 3: a tab is one */

	return thing;
}
#line 49 "tag-format.c"

static void check_tag(const struct alloc_tag *tag, const char *file,
		      const char *function, const char *type,
		      unsigned int line, unsigned int column,
		      unsigned int flags)
{
	check((unsigned long)tag % ALLOC_TAG_ALIGN == 0);
	check(tag >= first_tag && tag < end_of_tags);
	check(!strcmp(alloc_tag_file(tag), file));
	check(!strcmp(alloc_tag_function(tag), function));
	check(!strcmp(alloc_tag_type(tag), type));
	check(tag->line == line);
	check(tag->column == column);
	check(tag->flags == flags);
	check(tag->idx == 0);
}

int main(void)
{
	const struct alloc_tag *tag;
	unsigned int in_c = 0, of_call = 0, untagged = 0, of_counter = 0;

	_Static_assert(sizeof(struct alloc_tag) == ALLOC_TAG_SIZE, "size");
	_Static_assert(_Alignof(struct alloc_tag) == ALLOC_TAG_ALIGN, "alignment");

	check(user());
	check_tag(seen, "tag-format.i", "user", "struct thing", 1000012, 3, 0);
	check(pointer(1));
	check_tag(seen, "tag-format.i", "get", "", 1000001, 52, CODE_TAG_UNTAGGED);

	tag = &with_strings.tag;
	check(!strcmp(alloc_tag_file(tag), "file"));
	check(!strcmp(alloc_tag_function(tag), "function"));
	check(!strcmp(alloc_tag_type(tag), "type"));
	check(tag->line == 1000000 && tag->flags == CODE_TAG_UNTAGGED);

	/* Every entry is a tag of this program. */
	check(((const char *)end_of_tags - (const char *)first_tag) % ALLOC_TAG_SIZE == 0);
	for (tag = first_tag; tag < end_of_tags; tag++) {
		if (tag == &written_in_c)
			in_c++;
		else if (!strcmp(alloc_tag_function(tag), "user"))
			of_call++;
		else if (!strcmp(alloc_tag_function(tag), "get"))
			untagged++;
		else if (!strcmp(alloc_tag_function(tag), "test_alloc"))
			of_counter++;
		else
			check(!"an unknown tag");
	}
	check(in_c == 1 && of_call == 1 && untagged == 1);
	/* With LTO, GCC sees that nothing calls test_alloc() without a tag. */
	check(of_counter <= 1);
	return 0;
}
