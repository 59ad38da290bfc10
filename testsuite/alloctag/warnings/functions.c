/*
 * Functions that GCC has something to say about. Most are global, so that they
 * have a thunk.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED_MACRO 1

struct padded {
	char c;
	int x;
};

struct big {
	char bytes[5000];
};

extern int counter;
int outside(int n);
void sink(const void *p);
void print_it(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* -Wsuggest-attribute= */
int is_const(int x)
{
	return x * 3 + 1;
}

int is_pure(int x)
{
	return x + counter;
}

int const_if_it_returns(int x)
{
	while (x != 1)
		x = x & 1 ? 3 * x + 1 : x / 2;
	return x;
}

int never_returns(int x)
{
	exit(x);
}

void *is_malloc(size_t n)
{
	void *p = malloc(n);

	if (!p)
		never_returns(1);
	return p;
}

void is_format(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
}

/* -Wlarger-than=, -Waggregate-return, -Wstack-usage=, -Wframe-larger-than= */
struct big by_value(struct big b, int n)
{
	b.bytes[n]++;
	return b;
}

int big_frame(int n)
{
	struct big b;

	memset(&b, n, sizeof(b));
	sink(&b);
	b = by_value(b, n);
	return b.bytes[n];
}

int big_variadic(int n, ...)
{
	char text[3000];
	va_list arguments;

	va_start(arguments, n);
	vsnprintf(text, sizeof(text), "%s", arguments);
	va_end(arguments);
	sink(text);
	return text[n];
}

/* In the body of a variadic function, of which there are two. */
int variadic_body(int n, ...)
{
	char few[4];
	int unset;

	strcpy(few, "too many");
	sink(few);
	if (n > 3)
		unset = outside(n);
	return few[0] + unset;
}

/* -Winline */
inline int too_big(int n);
inline int too_big(int n)
{
	char text[2000];
	int i;

	for (i = 0; i < n; i++)
		text[i] = (char)outside(i);
	for (i = 0; i < n; i++)
		text[i] = (char)(text[i] + outside(i));
	sink(text);
	return text[n / 2] + outside(text[0]) + outside(text[1]) +
	       outside(text[2]) + outside(text[3]) + outside(text[4]);
}

int calls_inline(int n)
{
	return too_big(n) + too_big(n + 1) + too_big(n + 2);
}

/* Others, once each */
static int unused(int n)
{
	return n;
}

static int through_pointer(int n)
{
	return n + outside(n);
}

int (*pointer)(int) = through_pointer;

int uninitialised(int n)
{
	int unset;

	if (n)
		unset = outside(n);
	return unset;
}

int null(int *p)
{
	if (!p)
		return *p;
	return p[1];
}

int formats(int n)
{
	char few[4];

	snprintf(few, sizeof(few), "%d", n);
	print_it("%s", n);
	sink(few);
	return few[0];
}

int endless(int n)
{
	return endless(n + 1);
}
