/* asm goto, with outputs where GCC has them, around calls. */
extern void abort(void);

static int f(int n) { return n + 1; }

static inline int jump(int n)
{
	asm goto("" : : "r"(n) : "memory" : taken);
	return f(n);
taken:
	return f(-n);
}

int main(void)
{
	if (jump(3) != 4)
		abort();
	return 0;
}
