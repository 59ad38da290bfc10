/* pure, const, malloc, nonnull, returns_nonnull, leaf and nothrow functions. */
#include <stdlib.h>

static __attribute__((const, noinline)) int square(int n) { return n * n; }
static __attribute__((pure, noinline)) int first(const int *p) { return *p; }
static __attribute__((malloc, alloc_size(1), noinline)) void *get(size_t n) { return malloc(n); }
static __attribute__((returns_nonnull, nonnull(2), noinline)) int *pass(int n, int *p)
{
	return p + n;
}

static __attribute__((leaf, nothrow, noinline)) int leaf(int n) { return n; }
static __attribute__((assume_aligned(8), noinline)) void *aligned(void)
{
	static long l;

	return &l;
}

static __attribute__((warn_unused_result, noinline)) int use(void) { return 1; }
static __attribute__((access(write_only, 1, 2), noinline)) void fill(char *p, int n)
{
	while (n--)
		*p++ = n;
}

int main(void)
{
	int a[] = { 3, 4 }, i, sum = 0;
	char *p = get(10);

	for (i = 0; i < 3; i++)
		sum += square(4) + first(a) + *pass(1, a) + leaf(i);
	fill(p, 10);
	if (sum != 3 * 23 + 3 || p[0] != 9 || !aligned() || !use())
		abort();
	free(p);
	return 0;
}
