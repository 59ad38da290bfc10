/* Complex arguments and results of each kind. */
extern void abort(void);

_Complex float cf(_Complex float a, _Complex float b) { return a * b; }
_Complex double cd(int n, _Complex double a) { return a + n; }
_Complex long double cl(_Complex long double a) { return ~a; }
_Complex int ci(_Complex int a, int k) { return a * k; }

int main(void)
{
	_Complex double (*p)(int, _Complex double) = cd;

	if (cf(1.0f + 2.0if, 3.0f) != 3.0f + 6.0if)
		abort();
	if (p(2, 1.0 + 1.0i) != 3.0 + 1.0i || cl(1.0L + 2.0il) != 1.0L - 2.0il)
		abort();
	if (ci(1 + 2i, 3) != 3 + 6i)
		abort();
	return 0;
}
