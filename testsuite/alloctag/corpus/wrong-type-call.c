/* Calls through pointers of other types, with more and with fewer arguments. */
extern void abort(void);

static __attribute__((noinline)) int two(int a, int b)
{
	return a + b;
}

static __attribute__((noinline)) void *pointer(void *p)
{
	return p;
}

static __attribute__((noinline)) int none(void)
{
	return 5;
}

int main(void)
{
	int (*more)(int, int, int, int, int, int, int, int) = (void *)two;
	long (*other)(long) = (void *)pointer;
	int (*extra)(int, int) = (void *)none;
	int (*unknown)() = (int (*)())two;

	if (more(1, 2, 3, 4, 5, 6, 7, 8) != 3)
		abort();
	if (other(77) != 77 || extra(1, 2) != 5 || unknown(3, 4) != 7)
		abort();
	return 0;
}
