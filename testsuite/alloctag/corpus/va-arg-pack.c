/* always_inline wrappers that pass on their variable arguments unchanged. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char buffer[100];

static int print(int marker, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(buffer, sizeof(buffer), format, ap);
	va_end(ap);
	return n + marker;
}

static inline __attribute__((always_inline, gnu_inline)) int
wrapped(const char *format, ...)
{
	if (__builtin_va_arg_pack_len() > 1)
		return print(1000, format, __builtin_va_arg_pack());
	return print(0, format, __builtin_va_arg_pack());
}

int main(void)
{
	if (wrapped("x") != 1 || wrapped("%d", 12) != 2 || strcmp(buffer, "12"))
		abort();
	if (wrapped("%d%s", 1, "ab") != 1003 || strcmp(buffer, "1ab"))
		abort();
	return 0;
}
