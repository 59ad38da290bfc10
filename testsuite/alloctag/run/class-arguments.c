/* Calls at one place with other arguments have tags of their own. */
/* { dg-do run } */
#include <stdlib.h>
#include <string.h>

struct two_tag {
	unsigned int line;
	const char *arg1, *arg2;
	long calls;
} __attribute__((code_tag_class("two")));

struct two_tag *two_caller(void) __attribute__((code_tag_caller));

static __attribute__((noinline, code_tag("two"))) void two(const char *a, const char *b, int n)
{
	struct two_tag *tag = two_caller();

	if (n != (tag->arg1 ? 1 : 0) + (tag->arg2 ? 2 : 0) ||
	    (tag->arg1 && strcmp(tag->arg1, a)) || (tag->arg2 && strcmp(tag->arg2, b)) ||
	    tag->calls++)
		abort();
}

/* All are expanded at the same column of the same line. */
#define ALL(p) two("x", p, 1), two(p, "x", 2), two("x:y", "z", 3), two("x", "y:z", 3), \
	two("x:1:1:y", p, 1), two("x", "y", 3)

int main(int argc, char **argv)
{
	ALL(argv[0]);
	return 0;
}
