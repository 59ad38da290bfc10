/* __builtin_return_address(0), frame_address, constant_p in functions. */
extern void abort(void);

static __attribute__((noinline)) void *who(void)
{
	return __builtin_return_address(0);
}

static __attribute__((noinline)) int deep(int n)
{
	char *here = __builtin_frame_address(0);

	return here && n ? deep(n - 1) + 1 : 0;
}

static inline int folded(int n)
{
	return __builtin_constant_p(n) ? n : n;
}

int main(void)
{
	if (!who() || deep(5) != 5 || folded(4) != 4)
		abort();
	return 0;
}
