/* _Noreturn functions, also through pointers and in conditional expressions. */
#include <stdlib.h>

_Noreturn void leave(int code) { exit(code); }
static __attribute__((noreturn)) void leave2(int code) { leave(code); }
static void (*volatile p)(int) = leave2;

int never(int n) { return n ? n : (leave(2), 3); }

int main(void)
{
	if (never(1) != 1)
		abort();
	p(0);
	abort();
}
