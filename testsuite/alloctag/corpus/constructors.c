/* Constructors and destructors, with priorities, in their order. */
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor)) static void last(void) { if (order != 2) abort(); order = 3; }
__attribute__((constructor(102))) static void second(void) { if (order != 1) abort(); order = 2; }
__attribute__((constructor(101))) void first(void) { if (order != 0) abort(); order = 1; }
__attribute__((destructor(101))) static void end(void) { if (order == 5) puts("end"); }
__attribute__((destructor)) static void before_end(void) { if (order == 4) order = 5; }
__attribute__((constructor, destructor, noinline)) static void both(void) { }

static void at_exit(void) { if (order == 3) order = 4; }

int main(void)
{
	return order == 3 ? atexit(at_exit) : 1;
}
