/* A weak definition, and the strong one of weak-override-lib.c. */
extern void abort(void);

__attribute__((weak)) int choose(int n) { return n; }
__attribute__((weak)) int only_weak(int n) { return n + 1; }
int call_from_lib(int n);
int (*pointer_from_lib(void))(int);

int main(void)
{
	int (*p)(int) = choose;

	if (choose(1) != 101 || p(1) != 101 || only_weak(1) != 2)
		abort();
	if (call_from_lib(1) != 101 || pointer_from_lib() != choose)
		abort();
	return 0;
}
