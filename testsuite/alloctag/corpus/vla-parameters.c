/* Parameters whose types depend on others, with side effects in the bounds. */
extern void abort(void);

static int evaluated;

static int count(int n)
{
	evaluated++;
	return n;
}

static int sum(int n, int m, int a[n][m], int b[count(n)])
{
	int i, j, s = 0;

	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++)
			s += a[i][j] * b[i];
	return s + sizeof(a[0]);
}

static int size_of(int n, char (*p)[n])
{
	return sizeof(*p);
}

int main(void)
{
	int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, b[2] = { 1, 10 };
	char c[7];

	if (sum(2, 3, a, b) != 6 + 150 + 3 * (int)sizeof(int) || evaluated != 1)
		abort();
	if (size_of(7, &c) != 7)
		abort();
	return 0;
}
