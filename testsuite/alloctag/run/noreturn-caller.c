/*
 * A marked function that may end in a noreturn call, and one that is noreturn
 * itself.
 */
/* { dg-do run } */
#include <setjmp.h>
#include "counter.h"

static jmp_buf out;
static char *last;

static __attribute__((noreturn, noinline)) void leave(void)
{
	longjmp(out, 1);
}

static __attribute__((noinline)) __allocator void *get_or_leave(size_t n)
{
	if (!n)
		leave();
	return test_alloc(n);
}

static __attribute__((noreturn, noinline)) __allocator void get_and_leave(size_t n)
{
	last = test_alloc(n);
	leave();
}

static void (*volatile pointer)(size_t) = get_and_leave;

static __attribute__((noinline)) void first(void)
{
	HERE(site); char *p = get_or_leave(10);

	check_site("first", site, "char", 1, 10);
	check(p);
	get_or_leave(0);
	check(0);
}

int main(void)
{
	if (!setjmp(out))
		first();
	HERE(site); if (!setjmp(out)) get_and_leave(20);
	check_site("main", site, NULL, 1, 20);
	if (!setjmp(out))
		pointer(30);
	check_untagged("get_and_leave", 1, 30);
	check(last);
	return 0;
}
