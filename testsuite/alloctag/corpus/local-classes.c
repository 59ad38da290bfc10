/* Types and prototypes local to functions and parameter lists. */
extern void abort(void);

struct outer;
static int take(struct inner { int a; } *p) { return p ? p->a : 0; }
static int (*choose(int n))(int, int)
{
	int add(int a, int b) { return a + b; }
	int sub(int a, int b) { return a - b; }

	return n ? add : sub;
}
static int block(void)
{
	extern int elsewhere(int n);

	return elsewhere(1);
}
int elsewhere(int n) { return n + 1; }

int main(void)
{
	struct { int a; } s = { 4 };

	if (take((void *)&s) != 4 || choose(1)(3, 2) != 5 || choose(0)(3, 2) != 1 || block() != 2)
		abort();
	return 0;
}
