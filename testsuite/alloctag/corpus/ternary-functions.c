/* Calls of a choice between functions: (n ? f : g)(x), and arrays of them. */
extern void abort(void);

static int f(int n) { return n + 1; }
static int g(int n) { return n + 2; }
static int (*h)(int) = f;

static __attribute__((noinline)) int choose(int n, int x) { return (n ? f : g)(x); }
static __attribute__((noinline)) int (*phi(int n))(int)
{
	int (*p)(int);

	if (n)
		p = f;
	else
		p = g;
	return p;
}

int main(void)
{
	if (choose(1, 0) != 1 || choose(0, 0) != 2 || phi(1)(0) != 1 || phi(0) != g)
		abort();
	if ((*h)(0) != 1 || (**h)(0) != 1 || (&f)(0) != 1 || (h == f ? g : f)(0) != 2)
		abort();
	return 0;
}
