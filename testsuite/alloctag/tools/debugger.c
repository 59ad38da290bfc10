/* What a debugger shows of marked functions: see tools.exp. */
#include <stdlib.h>

static int leaf(int x)
{
	if (x == 3)
		abort();
	return x;
}

int compare(const void *a, const void *b)
{
	return leaf(*(const int *)a + *(const int *)b);
}

int outer(int n)
{
	int values[] = { 1, 2 };

	if (n != 1)
		qsort(values, 2, sizeof(values[0]), compare);
	return n * 5;
}

int main(void)
{
	return outer(3);
}
