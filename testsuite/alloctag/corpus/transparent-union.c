/* Transparent unions, arrays and functions as parameters, qualified results. */
extern void abort(void);

union any { int *i; char *c; } __attribute__((transparent_union));

static __attribute__((noinline)) int first(union any a) { return *a.i & 0x7f; }
static __attribute__((noinline)) int array(const int a[static 3], int f(int)) { return f(a[2]); }
static int twice(int n) { return n * 2; }
static __attribute__((noinline)) const volatile int *qualified(const int *restrict p) { return p; }

int main(void)
{
	int a[3] = { 5, 6, 7 };
	char c[4] = { 9, 9, 9, 9 };

	if (first(a) != 5 || first(c) != 9 || array(a, twice) != 14 || *qualified(a) != 5)
		abort();
	return 0;
}
