/* Functions with their own optimization options. */
extern void abort(void);

__attribute__((optimize("O0"))) int slow(int n) { return n + 1; }
__attribute__((optimize("O3"))) int fast(int n) { return n + 2; }
__attribute__((optimize("omit-frame-pointer"))) int frame(int n) { return n + 3; }
__attribute__((no_stack_protector)) int unprotected(int n)
{
	char a[8] = { n };

	asm("" : : "r"(a) : "memory");
	return a[0] + 4;
}

__attribute__((noipa)) int opaque(int n) { return n + 5; }

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 2; i++)
		sum += slow(i) + fast(i) + frame(i) + unprotected(i) + opaque(i);
	if (sum != 2 * 15 + 5)
		abort();
	return 0;
}
