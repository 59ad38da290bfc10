/* The second unit of two-units.c. */
#include <stdarg.h>

int back(int n);
static int local(int n) { return n + 5; }
int lib_add(int a, int b) { return a + b; }
int lib_call(int (*f)(int), int n) { return f(n); }
int (*lib_get(void))(int) { return local; }
int (*const lib_table[])(int) = { local, back };
struct big { long l[9]; } lib_big(int n, ...)
{
	struct big b = { { 0 } };
	va_list ap;

	va_start(ap, n);
	b.l[8] = n;
	while (n--)
		b.l[8] += va_arg(ap, int);
	va_end(ap);
	return b;
}
