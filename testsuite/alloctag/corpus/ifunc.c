/* An ifunc, called, pointed to and compared. */
extern void abort(void);

static int fast(int n) { return n + 1; }

static int (*resolve(void))(int)
{
	return fast;
}

int dispatched(int n) __attribute__((ifunc("resolve")));

int main(void)
{
	int (*volatile p)(int) = dispatched;

	if (dispatched(1) != 2 || p(2) != 3 || p != dispatched)
		abort();
	return 0;
}
