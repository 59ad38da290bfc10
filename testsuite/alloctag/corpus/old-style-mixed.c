/* A prototype first, an old-style definition after it, and the other way round. */
extern void abort(void);

int first(int a, double b);
int first(a, b)
	int a;
	double b;
{
	return a + b;
}

int second(a)
	int a;
{
	return a + 1;
}
int second(int a);

int third();
int call_third(void) { return third(3); }
int third(int a) { return a * 3; }

int main(void)
{
	if (first(1, 2.5) != 3 || second(1) != 2 || call_third() != 9 || third(1) != 3)
		abort();
	return 0;
}
