/* A function that is compiled for several processors. */
extern void abort(void);

__attribute__((target_clones("avx2", "default"))) int sum(const int *a, int n)
{
	int i, s = 0;

	for (i = 0; i < n; i++)
		s += a[i];
	return s;
}

__attribute__((target("sse4.2"))) int special(int n) { return n + 1; }

int main(void)
{
	int a[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	int (*volatile p)(const int *, int) = sum;

	if (sum(a, 9) != 45 || p(a, 2) != 3)
		abort();
	return 0;
}
