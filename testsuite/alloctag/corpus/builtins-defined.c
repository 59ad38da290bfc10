/* The program defines functions that GCC knows as built-in ones. */
extern void abort(void);
typedef __SIZE_TYPE__ size_t;

static int counted;

__attribute__((noinline, noipa)) int ffs(int n)
{
	int i;

	counted++;
	for (i = 0; i < 32; i++)
		if (n & (1 << i))
			return i + 1;
	return 0;
}

__attribute__((noinline)) int isascii(int c) { return c >= 0 && c < 128; }
__attribute__((noinline)) int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
void *mempcpy(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;

	while (n--) {
		*t++ = *f++;
		asm volatile("" : : : "memory");
	}
	return t;
}

int main(void)
{
	volatile int n = 8;
	int (*volatile p)(int) = ffs;
	char buffer[4];

	if (ffs(n) != 4 || p(n * 2) != 5 || !isascii('a') || toupper(n + 'a') != 'I')
		abort();
	if (mempcpy(buffer, "abc", n / 2) != buffer + 4 || buffer[2] != 'c')
		abort();
	return 0;
}
