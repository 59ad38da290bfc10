/* A variadic function with the ms_abi calling convention. */
extern void abort(void);

#ifdef __x86_64__
__attribute__((ms_abi, noinline)) int sum(int n, ...)
{
	__builtin_ms_va_list ap;
	int s = 0;

	__builtin_ms_va_start(ap, n);
	while (n--)
		s += __builtin_va_arg(ap, int);
	__builtin_ms_va_end(ap);
	return s;
}
#else
int sum(int n, ...) { return 15; }
#endif

int main(void)
{
	if (sum(5, 1, 2, 3, 4, 5) != 15)
		abort();
	return 0;
}
