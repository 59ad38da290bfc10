/*
 * A function of another class can be listed with a result, too. Its callers
 * pass the tag that they passed, also through functions that pass theirs on;
 * the list's class has a tag for each of its calls that has a line. Each call
 * is asked about once.
 */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-mark=fault:@D@/decide-other-class.list" } */
enum { EINTR = 4, EAGAIN = 11 };
#include <string.h>
#include "counter.h"
#include "../dg/decide.h"

static unsigned int waiting_line;

static __attribute__((noinline)) __wait int wait_here(void)
{
	waiting_line = wait_caller()->line;
	return 0;
}

static __attribute__((noinline)) __wait int take_lock(void)
{
	return wait_here();
}

/* Has no line in itself. */
static __attribute__((noinline)) __wait int take_lock_twice(void)
{
	return take_lock() ? -1 : take_lock();
}

/* Is listed, as is the function that it calls with the tag of its caller. */
static __attribute__((noinline)) __wait int take_outer(void)
{
	return take_lock();
}

/* Excluded from the list, although an entry with a wildcard matches. */
static __attribute__((noinline)) __wait int take_excluded(void)
{
	return wait_here();
}

/* The tag of the calls of CALLEE at LINE. */
static struct fault_tag *tag_at(unsigned int line, const char *callee)
{
	struct fault_tag *tag, *found = NULL;

	for (tag = __start_code_tags_fault; tag < __stop_code_tags_fault; tag++) {
		if (tag->line != line || strcmp(tag->callee, callee))
			continue;
		check(!found);
		found = tag;
	}
	return found;
}

/* Both calls have the line and column of the macro. */
#define TAKE_BOTH()	(take_outer() + take_lock())

int main(void)
{
	int i, result = 0;

	for (i = 0; i < 3; i++) {
		waiting_line = 0;
		HERE(first); result = take_lock();
		check(result == (i == 0 ? 0 : i == 1 ? -EINTR : -EAGAIN));
		check(waiting_line == (i == 0 ? first : 0));
		HERE(second); result = take_lock();
		check(!result && waiting_line == second);
		HERE(third); result = take_lock_twice();
		check(!result && waiting_line == third);
		check(!tag_at(third, "take_lock") && !tag_at(third, "take_lock_twice"));
		check(!tag_at(second, "take_lock")->fails);
		check(!strcmp(tag_at(first, "take_lock")->result, "-EINTR"));
		tag_at(first, "take_lock")->fails = 1;
		tag_at(first, "take_lock")->instead = i ? -EAGAIN : 0;
	}

	for (i = 0; i < 2; i++) {
		asked = 0;
		HERE(outer); result = take_outer();
		check(asked == 1);
		check(result == (i ? -EAGAIN : 0));
		check(!tag_at(outer, "take_lock"));
		tag_at(outer, "take_outer")->fails = 1;
	}

	for (i = 0; i < 3; i++) {
		HERE(both); result = TAKE_BOTH();
		check(result == (i == 0 ? 0 : i == 1 ? -EINTR : -EINTR - EAGAIN));
		tag_at(both, "take_lock")->fails = 1;
		tag_at(both, "take_outer")->fails = i;
	}

	HERE(excluded); result = take_excluded();
	check(!result && waiting_line == excluded && !tag_at(excluded, "take_excluded"));
	return 0;
}
