/* For argument-fallback.c and weak-overridden.c: functions without variants. */
#include <stdlib.h>

struct large { long v[8]; };
struct small { int v[2]; };

int plain(int n)
{
	return n + 1;
}

double many(int a, double b, int c, int d, int e, int f, int g, long h, char i,
	    float j)
{
	return a + b + c + d + e + f + g + h + i + j;
}

struct large large(int n)
{
	struct large l;
	int i;

	for (i = 0; i < 8; i++)
		l.v[i] = n + i;
	return l;
}

struct small small(struct large s)
{
	struct small r = { { s.v[0], s.v[7] } };

	return r;
}

int pure_plain(int n)
{
	return n * n;
}

void none(void)
{
}

void leave(int n)
{
	exit(n);
}
