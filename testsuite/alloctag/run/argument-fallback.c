/*
 * With the argument "fallback", calls of functions that have no variant reach
 * the original: it is in a unit without the plugin, or the linker defines it.
 * Where there is a variant, it gets the tag. A weak function that isn't there
 * is NULL.
 */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-alloctag_plugin-fallback -Wl,--defsym=second_name=plain -fexceptions" } */
/* { dg-additional-sources "argument-fallback-2.c" } */
/* { dg-unmarked-sources "argument-fallback-plain-2.c" } */
#include "counter.h"

struct large { long v[8]; };
struct small { int v[2]; };

int plain(int n) __allocator;
int second_name(int n) __allocator;
double many(int a, double b, int c, int d, int e, int f, int g, long h, char i,
	    float j) __allocator;
struct large large(int n) __allocator;
struct small small(struct large s) __allocator;
int pure_plain(int n) __allocator __attribute__((pure));
void none(void) __allocator;
void leave(int n) __allocator __attribute__((noreturn));
int missing(int n) __allocator __attribute__((weak));
void *get(size_t n) __allocator;
void *get_variadic(size_t n, ...) __allocator;

static void clean(int *n)
{
	*n = 0;
}

__attribute__((noinline)) static int with_cleanup(int n)
{
	int local __attribute__((cleanup(clean))) = n;

	return plain(local) + pure_plain(local);
}

int main(void)
{
	struct large l = large(4);

	check(plain(1) == 2);
	check(second_name(2) == 3);
	check(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
	check(l.v[0] == 4 && l.v[7] == 11);
	check(small(l).v[1] == 11);
	check(pure_plain(3) == 9);
	check(with_cleanup(5) == 31);
	none();
	check(!missing);
	if (missing)
		missing(1);

	HERE(one); char *p = get(10);
	HERE(two); char *q = get_variadic(20, 1, 2);
	check_site("main", one, "char", 1, 10);
	check_site("main", two, "char", 1, 20);
	check(p && q);
	leave(0);
}
