/*
 * A function that a list names with a result is in the list's class, and
 * returns the result, or what the class has instead, for those lines that the
 * class says. Other lines, and other functions, do what they did.
 */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-mark=fault:@D@/decide.list" } */
enum { EINTR = 4, EIO = 5, EAGAIN = 11, ENOMEM = 12, ENOSPC = 28 };
#include <string.h>
#include "counter.h"
#include "../dg/decide.h"

static __attribute__((noinline)) int read_block(int n)
{
	return n;
}

static __attribute__((noinline)) void *map_block(void *block)
{
	return block;
}

/* Fails with ERR_PTR(-ENOMEM). */
static inline void *start_thread(void *block)
{
	return block;
}

static __attribute__((noinline)) unsigned long
copy_block(void *to, const void *from, unsigned long n)
{
	memcpy(to, from, n);
	return 0;
}

/* The same, but it clears what it has not copied. */
static __attribute__((noinline)) unsigned long
copy_or_clear(void *to, const void *from, unsigned long n)
{
	memcpy(to, from, n);
	return 0;
}

static bool is_last(int n)
{
	return n == 3;
}

static bool is_first(int n)
{
	return n == 1;
}

static __attribute__((noinline)) short block_size(short n)
{
	return n;
}

/* Passes its callers' lines on. */
static inline int read_first(void)
{
	return read_block(1);
}

/* Fails itself, so the call in it has a line of its own. */
static __attribute__((noinline)) int read_both(void)
{
	return read_block(1) + read_block(2);
}

/* The only line that calls CALLEE in FUNCTION, with RESULT. */
static struct fault_tag *line_of(const char *function, const char *callee,
				 const char *result)
{
	struct fault_tag *tag, *found = NULL;

	for (tag = __start_code_tags_fault; tag < __stop_code_tags_fault; tag++) {
		if (!tag->callee || strcmp(tag->callee, callee) ||
		    strcmp(tag->function, function))
			continue;
		check(!found);
		check(!tag->tag);
		check(result ? tag->result && !strcmp(tag->result, result) : !tag->result);
		found = tag;
	}
	check(found);
	return found;
}

static char block[4] = "abc", copy[4];

static void call_all(bool fails)
{
	check(read_block(7) == (fails ? -EIO : 7));
	check(map_block(block) == (fails ? NULL : block));
	check(start_thread(block) == (fails ? (void *)(long)-ENOMEM : block));
	memset(copy, 0, sizeof(copy));
	check(copy_block(copy, block, 4) == (fails ? 4 : 0));
	check(copy[0] == (fails ? 0 : 'a'));
	memset(copy, 'x', sizeof(copy));
	check(copy_or_clear(copy, block, 3) == (fails ? 3 : 0));
	check(!memcmp(copy, fails ? "\0\0\0x" : "abcx", 4));
	check(is_last(2) == fails);
	check(is_first(1) != fails);
	check(block_size(512) == (fails ? -1 : 512));
	check(read_first() == (fails ? -EIO : 1));
	check(read_both() == (fails ? -EINTR : 3));
}

int main(void)
{
	struct fault_tag *tag;

	call_all(false);
	check(line_of("call_all", "read_both", "-EINTR"));
	for (tag = __start_code_tags_fault; tag < __stop_code_tags_fault; tag++)
		if (!strcmp(tag->function, "call_all"))
			tag->fails = 1;
	call_all(true);
	check(read_block(8) == 8);

	tag = line_of("call_all", "read_block", "-EIO");
	tag->instead = -ENOSPC;
	tag = line_of("call_all", "map_block", "NULL");
	tag->fails = 0;
	line_of("call_all", "start_thread", "-ENOMEM");
	line_of("call_all", "copy_block", "arg3");
	line_of("call_all", "copy_or_clear", "arg3,clear1");
	line_of("call_all", "is_last", "true");
	line_of("call_all", "is_first", "false");
	line_of("call_all", "block_size", "-1");
	line_of("call_all", "read_first", NULL);
	line_of("main", "read_block", "-EIO");

	/* Two calls in one line have two tags. */
	for (tag = __start_code_tags_fault; tag < __stop_code_tags_fault; tag++)
		if (!strcmp(tag->function, "read_both"))
			tag->fails = 1;
	check(read_both() == -EIO - EIO);
	return 0;
}
