/* Static locals in recursive and inlined functions are one object each. */
extern void abort(void);

static int fib(int n)
{
	static int calls;
	static int *const where = &calls;

	calls++;
	if (n < 2)
		return n == -1 ? *where : n;
	return fib(n - 1) + fib(n - 2);
}

static inline int counter(void)
{
	static int n;

	return ++n;
}

int next(void) { return counter(); }
int next2(void) { return counter(); }

int main(void)
{
	if (fib(10) != 55 || fib(-1) != 178)
		abort();
	if (next() != 1 || next2() != 2 || counter() != 3)
		abort();
	return 0;
}
