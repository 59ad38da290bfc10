/*
 * Counts of gcov. A comment count(N) says how often its line is executed; other
 * lines are not compared. A thunk isn't counted, nor does it show as a function
 * that is never called.
 */
#include <stdarg.h>
#include <stdio.h>

int called(int n)
{
	return n + 1;			/* count(10) */
}

static int callback(int n)		/* count(10) */
{
	return n + 2;			/* count(10) */
}

int called_both_ways(int n)		/* count(20) */
{
	if (n > 5)			/* count(20) */
		return n * 2;		/* count(8) */
	return n;			/* count(12) */
}

int variadic(int n, ...)		/* count(10) */
{
	return n + 3;			/* count(10) */
}

int on_one_line(int n, ...) { return n; }	/* count(10) */

int variadic_callback(int n, ...)
{
	va_list arguments;

	va_start(arguments, n);
	n += va_arg(arguments, int);	/* count(20) */
	va_end(arguments);		/* count(20) */
	return n;			/* count(20) */
}

int never(int n)			/* count(#####) */
{
	return n;			/* count(#####) */
}

/* Is inlined into its thunk, which must not prevent that. */
static inline __attribute__((always_inline)) int always_inline(int n)
{
	return n + 4;			/* count(10) */
}

int (*always)(int) = always_inline;
int (*pointer)(int) = callback;
int (*both_ways)(int) = called_both_ways;
int (*variadic_pointer)(int, ...) = variadic_callback;

int main(void)
{
	int i, sum = 0;			/* count(1) */

	for (i = 0; i < 10; i++) {	/* count(11) */
		sum += called(i);	/* count(10) */
		sum += pointer(i);	/* count(10) */
		sum += always(i);	/* count(10) */
		sum += called_both_ways(i) + both_ways(i);	/* count(10) */
		sum += variadic(i, 1) + on_one_line(i, 2);	/* count(10) */
		sum += variadic_callback(i, 3);	/* count(10) */
		sum += variadic_pointer(i, 4);	/* count(10) */
	}
	return sum == 0;		/* count(1) */
}
