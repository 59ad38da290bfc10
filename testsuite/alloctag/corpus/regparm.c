/* Many arguments of mixed classes, in registers and on the stack. */
extern void abort(void);

static __attribute__((noinline)) int six(int a, int b, int c, int d, int e, int f)
{
	return a - b + c - d + e - f;
}

static __attribute__((noinline)) int seven(int a, int b, int c, int d, int e, int f, char g)
{
	return six(a, b, c, d, e, f) + g;
}

static __attribute__((noinline)) double twenty(int a, double b, int c, double d, int e, double f,
	int g, double h, int i, double j, int k, double l, int m, double n, int o, double p, int q,
	double r, int s, double t)
{
	return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t;
}

int main(void)
{
	int (*volatile p)(int, int, int, int, int, int, char) = seven;

	if (six(6, 5, 4, 3, 2, 1) != 3 || p(6, 5, 4, 3, 2, 1, -1) != 2)
		abort();
	if (twenty(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20) != 210)
		abort();
	return 0;
}
