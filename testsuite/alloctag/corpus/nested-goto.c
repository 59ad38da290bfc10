/* Non-local goto out of a nested function; labels as arguments. */
extern void abort(void);

static void call(void (*f)(int), int n)
{
	f(n);
}

static int try(int n)
{
	__label__ failed;
	int steps = 0;

	void step(int m)
	{
		steps++;
		if (m > 2)
			goto failed;
	}

	call(step, 1);
	call(step, n);
	return steps;
failed:
	return -steps;
}

int main(void)
{
	if (try(2) != 2 || try(3) != -2)
		abort();
	return 0;
}
