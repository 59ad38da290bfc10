/* Aliases: strong, weak, of weak, of aliases, static, called and pointed to. */
extern void abort(void);

int base(int n) { return n + 1; }
int strong(int n) __attribute__((alias("base")));
int weak_alias(int n) __attribute__((weak, alias("base")));
int second(int n) __attribute__((alias("strong")));
static int local(int n) __attribute__((alias("base")));
__attribute__((weak)) int weak_base(int n) { return n + 2; }
int of_weak(int n) __attribute__((alias("weak_base")));
static int static_base(int n) { return n + 3; }
int of_static(int n) __attribute__((alias("static_base")));

int main(void)
{
	int (*volatile p)(int) = second;

	if (base(0) != 1 || strong(0) != 1 || weak_alias(0) != 1 || second(0) != 1 || local(0) != 1)
		abort();
	if (weak_base(0) != 2 || of_weak(0) != 2 || of_static(0) != 3 || p(0) != 1)
		abort();
	if (p != base || (void *)weak_alias != (void *)strong)
		abort();
	return 0;
}
