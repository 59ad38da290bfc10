/* Functions that call each other in a ring, by name and by pointer. */
extern void abort(void);

static int even(int n);
static int odd(int n) { return n ? even(n - 1) : 0; }
static int (*volatile odd_pointer)(int) = odd;
static int even(int n) { return n ? (n % 3 ? odd(n - 1) : odd_pointer(n - 1)) : 1; }

int ackermann(int m, int n)
{
	return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
	if (!even(1000) || odd(1000) || ackermann(2, 3) != 9)
		abort();
	return 0;
}
