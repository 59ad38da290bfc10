/* Variadic functions: all argument classes, va_copy, va_list passed on, none. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct small { char c[3]; };
struct big { int i[20]; };

static double all(const char *what, ...)
{
	va_list ap, again;
	double sum = 0;
	const char *p;
	int round;

	va_start(ap, what);
	va_copy(again, ap);
	for (round = 0; round < 2; round++) {
		for (p = what; *p; p++)
			switch (*p) {
			case 'i': sum += va_arg(ap, int); break;
			case 'd': sum += va_arg(ap, double); break;
			case 'D': sum += va_arg(ap, long double); break;
			case 'l': sum += va_arg(ap, long long); break;
			case 's': sum += va_arg(ap, struct small).c[2]; break;
			case 'b': sum += va_arg(ap, struct big).i[19]; break;
			}
		va_end(ap);
		va_copy(ap, again);
	}
	va_end(ap);
	va_end(again);
	return sum / 2;
}

static int vformat(char *buffer, size_t n, const char *format, va_list ap)
{
	return vsnprintf(buffer, n, format, ap);
}

__attribute__((format(printf, 3, 4)))
int format(char *buffer, size_t n, const char *format, ...)
{
	va_list ap;
	int result;

	va_start(ap, format);
	result = vformat(buffer, n, format, ap);
	va_end(ap);
	return result;
}

static int ignored(int n, ...)
{
	return n;
}

int main(void)
{
	struct small s = { { 0, 0, 4 } };
	struct big b = { { [19] = 5 } };
	char buffer[100];
	int (*p)(char *, size_t, const char *, ...) = format;

	if (all("idDlsb", 1, 2.0, 3.0L, 6LL, s, b) != 21)
		abort();
	if (all("iiiiiiiidddddddddd", 1, 1, 1, 1, 1, 1, 1, 1,
		1., 1., 1., 1., 1., 1., 1., 1., 1., 1.) != 18)
		abort();
	if (all("") != 0 || ignored(3) != 3 || ignored(3, 4, 5.0) != 3)
		abort();
	if (format(buffer, sizeof(buffer), "%d %s %.2f", 1, "two", 3.0) != 10 ||
	    strcmp(buffer, "1 two 3.00"))
		abort();
	if (p(buffer, 4, "%d", 12345) != 5 || strcmp(buffer, "123"))
		abort();
	return 0;
}
