/* Old-style definitions and calls without a prototype, promotions included. */
extern void abort();

int narrow(c, s, f)
	char c;
	short s;
	float f;
{
	return c + s + (int)f;
}

static none()
{
	return 7;
}

int later();

int main()
{
	int (*p)() = narrow;

	if (narrow(1, 2, 3.5) != 6 || p(1, 2, 4.5) != 7)
		abort();
	if (none() != 7 || none(1, 2, 3) != 7)
		abort();
	if (later(1, 2.0, "x") != 3)
		abort();
	return 0;
}

int later(a, b, c)
	int a;
	double b;
	const char *c;
{
	return a + (int)b + (*c != 'x');
}
