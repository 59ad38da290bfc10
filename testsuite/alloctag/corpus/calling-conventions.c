/* Functions with other calling conventions. */
extern void abort(void);

#ifdef __x86_64__
__attribute__((ms_abi, noinline)) int ms(int a, int b, int c, int d, int e, double f)
{
	return a + b + c + d + e + f;
}
__attribute__((sysv_abi, noinline)) int sysv(int a, double b) { return a + b; }
__attribute__((no_caller_saved_registers, target("general-regs-only"), noinline)) int saves(int n)
{
	return n + 1;
}
#else
int ms(int a, int b, int c, int d, int e, double f) { return a + b + c + d + e + f; }
int sysv(int a, double b) { return a + b; }
int saves(int n) { return n + 1; }
#endif

int main(void)
{
	if (ms(1, 2, 3, 4, 5, 6.0) != 21 || sysv(1, 2.0) != 3 || saves(1) != 2)
		abort();
	return 0;
}
