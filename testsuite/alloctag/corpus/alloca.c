/* alloca in functions with parameters on the stack, in loops, with alignment. */
#include <stdlib.h>
#include <string.h>

static __attribute__((noinline)) int use(int a, int b, int c, int d, int e, int f, int n, int h)
{
	int i, sum = 0;
	char *last = 0;

	for (i = 1; i <= n; i++) {
		char *p = __builtin_alloca(i);

		memset(p, i, i);
		if (last && last[0] != i - 1)
			abort();
		last = p;
		sum += p[i - 1];
	}
	return sum + a + b + c + d + e + f + h;
}

static __attribute__((noinline)) unsigned long aligned(int n)
{
	char x[n] __attribute__((aligned(128)));

	asm volatile("" : : "r"(x) : "memory");
	return (unsigned long)x % 128;
}

int main(void)
{
	if (use(1, 1, 1, 1, 1, 1, 4, 1) != 10 + 7 || aligned(77))
		abort();
	return 0;
}
