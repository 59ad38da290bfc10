/*
 * The plugin writes tags in the format that the kernel reads: struct alloc_tag
 * of include/linux/alloc_tag/abi.h. Each field is read back through that struct,
 * from the tag of a call and from the one of calls without a tag; and a tag
 * written by the compiler proper, in C, fits among the plugin's in the section.
 *
 * The lines have numbers that need all of their 24 bits: the test sees as well
 * whether the fields are as wide as they should be.
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
__attribute__((used, section(ALLOC_TAG_SECTION_NAME))) = {
	.file = "file", .function = "function", .type = "type",
	.line = 10000000, .column = 50000, .flags = ALLOC_TAG_UNTAGGED,
};

static const struct alloc_tag *seen;

#line 16000001 "tag-format.i"
static __attribute__((noinline)) __allocator void *get(size_t size) /* column 52 */
{
	seen = alloc_tag_caller();
	return test_alloc(size);
}

static void *(*volatile pointer)(size_t) = get;

static __attribute__((noinline)) struct thing *user(void)
{
	struct thing *thing =
		get(sizeof(*thing)); /* line 16000012, column 3: a tab is one */

	return thing;
}
#line 49 "tag-format.c"

static void check_tag(const struct alloc_tag *tag, const char *file,
		      const char *function, const char *type,
		      unsigned int line, unsigned int column,
		      unsigned int flags)
{
	const char *end_of_fields = (const char *)(&tag->entry + 1);

	check((unsigned long)tag % ALLOC_TAG_SIZE == 0);
	check(tag >= first_tag && tag < end_of_tags);
	check(!strcmp(tag->file, file));
	check(!strcmp(tag->function, function));
	check(!strcmp(tag->type, type));
	check(tag->line == line);
	check(tag->column == column);
	check(tag->flags == flags);
	check(tag->entry == 0);
	/* On 32-bit targets, padding follows. */
	for (; end_of_fields < (const char *)(tag + 1); end_of_fields++)
		check(*end_of_fields == 0);
}

int main(void)
{
	const struct alloc_tag *tag;
	unsigned int in_c = 0, of_call = 0, untagged = 0, of_counter = 0;

	_Static_assert(sizeof(struct alloc_tag) == ALLOC_TAG_SIZE, "size");
	_Static_assert(_Alignof(struct alloc_tag) == ALLOC_TAG_SIZE, "alignment");

	check(user());
	check_tag(seen, "tag-format.i", "user", "struct thing", 16000012, 3, 0);
	check(pointer(1));
	check_tag(seen, "tag-format.i", "get", "", 16000001, 52, ALLOC_TAG_UNTAGGED);

	/* Every entry is a tag of this program. */
	check(((const char *)end_of_tags - (const char *)first_tag) % ALLOC_TAG_SIZE == 0);
	for (tag = first_tag; tag < end_of_tags; tag++) {
		if (tag == &written_in_c)
			in_c++;
		else if (!strcmp(tag->function, "user"))
			of_call++;
		else if (!strcmp(tag->function, "get"))
			untagged++;
		else if (!strcmp(tag->function, "test_alloc"))
			of_counter++;
		else
			check(!"an unknown tag");
	}
	check(in_c == 1 && of_call == 1 && untagged == 1);
	/* With LTO, GCC sees that nothing calls test_alloc() without a tag. */
	check(of_counter <= 1);
	return 0;
}
