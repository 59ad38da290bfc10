/* Addresses of functions: compared, in tables, in arithmetic, as integers. */
#include <stdint.h>
#include <stdlib.h>

typedef int fn(int);

static int a(int n) { return n + 1; }
int b(int n) { return n + 2; }
static inline int c(int n) { return n + 3; }
extern fn d;

static fn *const table[] = { a, b, c, d, a };
static const struct { const char *name; fn *f; fn **other; } named[] = {
	{ "a", a, (fn **)&table[0] }, { "b", &b, (fn **)&table[1] }, { "d", *d, 0 },
};
static uintptr_t number = (uintptr_t)b;
static void *beyond = (char *)a + 1;
extern const char d_text[];

int d(int n) { return n + 4; }

static fn *get(int n) { return n ? n > 1 ? c : b : a; }

int main(void)
{
	int i, sum = 0;
	fn *f = a, *g;
	static fn *inner = c;

	for (i = 0; i < 5; i++)
		sum += table[i](0);
	if (sum != 11 || table[0] != table[4] || table[0] != f || f == b)
		abort();
	if (number != (uintptr_t)b || (char *)beyond - 1 != (char *)a)
		abort();
	if (named[0].f != a || *named[1].other != b || named[2].f != d)
		abort();
	g = i ? c : b;
	if (g != inner || get(2) != g || get(1) != b || get(0) != a || !a)
		abort();
	switch ((uintptr_t)g == (uintptr_t)c) {
	case 0: abort();
	}
	return 0;
}
