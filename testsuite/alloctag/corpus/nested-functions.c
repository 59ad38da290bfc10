/* Nested functions: with the parent's frame, through trampolines, recursive. */
extern void abort(void);

static int apply(int (*f)(int), int n)
{
	return f(n);
}

static int outer(int n)
{
	int sum = 0;

	int add(int m)
	{
		int deeper(int k)
		{
			return k ? sum + deeper(k - 1) : n;
		}

		sum += m;
		return deeper(1);
	}
	int plain(int m)
	{
		return m * 2;
	}

	return apply(add, 3) + add(4) + apply(plain, 5) + plain(6) + sum;
}

int main(void)
{
	if (outer(10) != (3 + 10) + (7 + 10) + 10 + 12 + 7)
		abort();
	return 0;
}
