/*
 * A tag can have the arguments of the call that are string constants, also
 * those that an inline function passes on. Other arguments are 0. Strings that
 * are offsets need no relocation, so that the tags are constant.
 */
/* { dg-do run } */
#include <stdio.h>
#include <string.h>
#include "counter.h"
#include "class.h"

static const struct fault_tag *seen;

static __attribute__((noinline)) __fault int fault(int n, const char *class)
{
	seen = fault_caller();
	return class ? n : 0;
}

static inline __fault int fault_inline(int n, const char *class)
{
	return fault(n + 1, class);
}

static const char *text(const void *tag, int offset)
{
	const char *start = tag;

	__asm__("" : "+r" (start));
	return start + offset;
}

int main(int argc, char **argv)
{
	fault(1, "memory");
	check(!strcmp(text(seen, seen->arg2), "memory"));
	check(strstr(text(seen, seen->file), "class-argument.c"));
	check(seen->line == __LINE__ - 3 && !seen->flags);

	fault_inline(1, "disk");
	check(!strcmp(text(seen, seen->arg2), "disk"));

	fault(1, argv[0]);
	check(!seen->arg2);
	return 0;
}
