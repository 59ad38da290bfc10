/*
 * Functions that never return, but have a type of result, as the functions of
 * threads: called with a tag, and through a pointer.
 */
/* { dg-do run } */
#include <setjmp.h>
#include "counter.h"

struct large { long v[8]; };
struct small { int v[2]; };

static jmp_buf out;
static int reached;

__allocator __attribute__((noreturn)) void *pointer(int n)
{
	test_alloc(n);
	longjmp(out, ++reached);
}

__allocator __attribute__((noreturn)) double number(double d)
{
	longjmp(out, reached += d);
}

__allocator __attribute__((noreturn)) struct small small(struct small s)
{
	longjmp(out, reached += s.v[1]);
}

__allocator __attribute__((noreturn)) struct large large(struct large l)
{
	longjmp(out, reached += l.v[7]);
}

void *(*volatile to_pointer)(int) = pointer;
double (*volatile to_number)(double) = number;
struct small (*volatile to_small)(struct small) = small;
struct large (*volatile to_large)(struct large) = large;

int main(void)
{
	struct small s = { { 0, 1 } };
	struct large l = { { 0, 0, 0, 0, 0, 0, 0, 1 } };

	HERE(direct);
	switch (setjmp(out)) {
	case 0: pointer(10); case 1: to_pointer(20);
	case 2: number(1); case 3: to_number(1);
	case 4: small(s); case 5: to_small(s);
	case 6: large(l); case 7: to_large(l);
	}
	check(reached == 8);
	check_site("main", direct + 2, NULL, 1, 10);
	check_untagged("pointer", 1, 20);
	return 0;
}
