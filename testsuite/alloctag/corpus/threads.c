/* Thread-local variables and atomic operations inside functions. */
extern void abort(void);

static __thread int local;
static _Thread_local int *pointer;

static __attribute__((noinline)) int *where(void) { return &local; }
static __attribute__((noinline)) int add(int n)
{
	return __atomic_add_fetch(where(), n, __ATOMIC_SEQ_CST);
}

int main(void)
{
	pointer = where();
	if (add(1) != 1 || add(2) != 3 || *pointer != 3)
		abort();
	return 0;
}
