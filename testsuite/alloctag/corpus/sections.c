/* Functions in sections of their own, hot and cold, with alignment. */
extern void abort(void);

__attribute__((section(".text.special"))) int in_section(int n) { return n + 1; }
static __attribute__((section(".text.special"), noinline)) int also(int n) { return n + 2; }
__attribute__((cold, noinline)) int cold(int n) { return n + 3; }
__attribute__((hot)) int hot(int n) { return n + 4; }
__attribute__((aligned(64))) int aligned(int n) { return n + 5; }

int main(void)
{
	int (*volatile p)(int) = aligned;

	if (in_section(0) + also(0) + cold(0) + hot(0) + p(0) != 15)
		abort();
	return (unsigned long)aligned % 64;
}
